/** What is done to things. */
export const verbs = `
  query: 查询 查 查一查 查查 查下 检索 查阅 查出 查到
  search: 搜索 搜 搜一下 搜一搜 搜搜 搜寻 检索 搜查 搜出
  find: 查找 找 寻找 找到 找出 找找 找一下 找一找 找个 定位 发现 翻找 找回来
  list: 列出 列举 列 罗列 列一下 列个 列出来 枚举 清单 列表 名单 一览 都有哪些 有哪些 有哪几个 有什么
  read: 读取 阅读 读 读出 读一下 读一读 读出来 念
  show: 显示 展示 呈现 出示
  view: 查看 看 看看 看一下 看一看 浏览 瞧瞧 瞅瞅 看下 看到 翻看 预览 观看
  fetch: 获取 得到 取得 拿到 取 拿 获得 取出 领取 要到 抓取 拉取 取回 抓 拉 拉下来 抓下来
  retrieve: 检索 取回 找回 调取 调出 提取
  open: 打开 开启 点开
  download: 下载 下载下来 下下来
  upload: 上传 传到 传上去 上载 传上
  send: 发送 发给 发出 发 寄 寄给 寄出 发到 传给 送 发一封 发一条 发个 群发 转给 发过去 传达 发信 抄送 汇报给
  forward: 转发 转寄
  deliver: 送达 投递 配送 派送 递送
  reply: 回复 回覆 答复 回信 回应 回 回帖
  respond: 响应 回应
  create: 创建 新建 建立 建 建个 建一个 创立 制作 做个 做一个 做一份 搞个 弄个 弄一个 开一个 开个 新开 新增 生成 搭建 起草 设立 拟定 开设 建好 造
  generate: 生成 产生 产出 制作 出一份 出个 做成
  add: 添加 加 增加 加入 新增 追加 加上 补充 加到 添 放进 放到 放入 加进 录入 登记 记到
  insert: 插入 写入 录入 嵌入
  append: 追加 附加
  delete: 删除 删掉 删 删了 删去 去掉 清掉 干掉 删光
  remove: 移除 去除 去掉 拿掉 移走 除去 踢出 踢掉 撤掉 剔除 移出
  clear: 清空 清除 清掉 清零
  clean: 清理 清洗 打扫
  drop: 丢弃 扔掉
  update: 更新 刷新 修改 同步更新 更改
  edit: 编辑 修改 改写 改动 改一下 改改 修订
  change: 改变 更改 改 变更 改成 改为 换 换成 改到 调成 变成 调整
  modify: 修改 改动 变更
  adjust: 调整 调节 调 调高 调低
  set: 设置 设定 设 设成 设为 设个 设一个 定个 定一个 置为
  configure: 配置 设置
  replace: 替换 换成 更换 取代 代替 换掉
  rename: 重命名 改名 更名 改个名 改名字
  move: 移动 移到 挪到 挪 搬到 移 移至 拖到 转移
  copy: 复制 拷贝 抄写 拷 备份一份
  write: 写 写入 撰写 编写 写一 写个 写一个 写一封 写一份 写一篇 写进 写到 写好 写出
  save: 保存 存 存到 存成 另存 存下来 存储 存入 存一下 存起来 收藏 储存
  store: 存储 储存 存放 存入
  backup: 备份
  restore: 恢复 还原 复原
  undo: 撤销 撤回 撤消
  recall: 撤回
  revert: 回退 还原 回滚
  rollback: 回滚 回退
  run: 运行 执行 跑 跑一下 跑一遍 跑个 跑起来 跑跑
  execute: 执行 运行 实施
  trigger: 触发 引发
  start: 启动 开始 开启 开 启用 起一个 拉起
  launch: 启动 发起 推出 发射
  stop: 停止 停掉 停下 停 终止 停用 叫停 停了
  terminate: 终止 结束
  kill: 杀掉 杀死 结束进程 终结
  pause: 暂停 中止 挂起
  resume: 继续 恢复 接着播
  restart: 重启 重新启动 重开 重新开
  shutdown: 关机 关闭 停机
  close: 关闭 关掉 关上 关 合上
  end: 结束 完结
  complete: 完成 做完 搞定 办完 勾掉 打勾 标记完成
  cancel: 取消 撤单 退订 作废 不要了
  deploy: 部署 上线 发布 发版 上到 推上线
  release: 发布 发版 释放 发行 上线
  publish: 发布 发表 刊登 公布 发文
  post: 发布 发帖 发表 张贴 发推 发文 发个帖
  share: 分享 共享 共用
  schedule: 安排 排期 预约 定时 排 约 约个 排上 排班 排一下 约一下 定期
  plan: 计划 规划 打算 策划 方案
  book: 预订 预定 订 定 订一张 订一间 订个 预约 订票 订购
  reserve: 预订 预留 预定 预约 留位 订位
  buy: 购买 买 采购 选购 购入 买入 下单 买点 买个 买一
  purchase: 购买 采购 购入
  sell: 卖 出售 卖出 销售 售卖 卖掉 转让
  order: 下单 订购 点餐 点外卖 点个 叫个
  pay: 支付 付款 付 缴费 付钱 交费 缴纳 付账 结账 交钱 还款 充值
  transfer: 转账 转移 转给 汇款 打钱 转钱 转让 划转 过户
  refund: 退款 退钱 退费 退货
  subscribe: 订阅 关注
  unsubscribe: 退订 取消订阅
  follow: 关注 跟随 跟进
  notify: 通知 告知 知会 提醒 通报 告诉 说一声 通知一下
  remind: 提醒 提醒我 叫我 提醒一下
  alert: 告警 报警 警报 预警 警告
  invite: 邀请 请来 约 拉进 拉人 拉进群
  approve: 批准 审批 同意 核准 批
  reject: 拒绝 驳回 否决 回绝
  review: 审查 评审 审核 审阅 复查 评论
  assign: 分配 指派 分派 指定 派给 交给
  convert: 转换 转成 转为 换算 转化 转 换成 变成 转码 折算 兑换 折合 换
  transform: 转换 变换
  translate: 翻译 译成 翻成 译 翻 译为 中译英 英译中 翻译成 翻译一下
  calculate: 计算 算 算一下 算出 算算 算一算 求 测算 核算 求出 求解
  compute: 计算 运算
  count: 计数 数一下 数一数 统计 有多少 多少个 几个 多少条 多少人 数量 几条
  sum: 求和 总和 合计 总计 加起来 相加
  statistics: 统计 统计一下 统计数据 统计学
  summarize: 总结 概括 汇总 归纳 总结一下 概述 归纳一下 小结 提炼 摘要
  summary: 摘要 总结 概要 汇总 概览 梗概 大意 要点
  analyze: 分析 剖析 解析 研判 分析一下 诊断
  compare: 比较 对比 对照 比一比 比一下 比对 相比 比比 哪个好 哪个更
  predict: 预测 预计 预估 预报
  forecast: 预报 预测
  estimate: 估算 估计 预估 评估 估
  evaluate: 评估 评价 测评 考核
  recommend: 推荐 建议 推荐一下 推荐几个 推荐个 介绍几个 安利
  suggest: 建议 提议
  detect: 检测 识别 侦测 探测
  recognize: 识别 辨认 认出
  identify: 识别 鉴别 辨识 是什么
  check: 检查 检验 核对 查验 看看 看一下 检测 核实 查看 确认 看下 检查一下
  verify: 验证 核实 校验 核验 查证
  validate: 验证 校验
  test: 测试 试 测一下 试试 试一下 测 测试一下 检验
  monitor: 监控 监测 监视 盯着 盯 监听 留意 盯一下
  track: 跟踪 追踪 跟进 走到哪 到哪了
  record: 记录 录制 记下 登记 记 录 记一下 录下来 记一笔 记上
  explain: 解释 说明 讲解 讲讲 讲一下 讲解一下
  describe: 描述 形容 说说
  filter: 过滤 筛选 筛 筛出 挑出 过滤掉 筛一下
  sort: 排序 排列 按顺序
  rank: 排名 排行 名次
  group: 分组 归组
  classify: 分类 归类 划分
  merge: 合并 合到 并入 合在一起 合成 合并到 合进
  combine: 组合 结合 合并 拼接
  join: 加入 连接 参加 拼接 参与
  leave: 离开 退出
  split: 拆分 分割 分开 拆成 切分 切成 拆开
  extract: 提取 抽取 解压 提炼 摘出 抠出 提出来
  parse: 解析
  scrape: 爬取 爬 抓取 采集 扒
  crawl: 爬取 爬虫
  import: 导入 引入 进口
  export: 导出 输出 出口 导成
  compress: 压缩 打包 压缩成 压一下 压小
  decompress: 解压 解压缩 解包
  encrypt: 加密
  decrypt: 解密
  encode: 编码
  decode: 解码 反编码
  sync: 同步
  connect: 连接 连上 接入 对接 连 连到
  disconnect: 断开 断连
  install: 安装 装 装上 装一下
  uninstall: 卸载
  upgrade: 升级
  build: 构建 编译 打包 搭建
  compile: 编译
  debug: 调试 排查 排错 定位问题
  fix: 修复 修 解决 修好 修正 改正 修一下 订正
  solve: 解决 求解 解 解答 解出
  optimize: 优化 改善 改进 提升
  improve: 改进 提高 改善 完善 润色
  draw: 绘制 画 画出 画个 画一张 画一个 绘 画图 绘图 画成
  plot: 绘制 画图 绘图 作图
  design: 设计
  visualize: 可视化 图形化
  play: 播放 玩 放 放一首 听 放首 来一首 放点 播 玩玩
  listen: 听 收听 听听
  watch: 观看 看 收看
  speak: 说 朗读 念出来 讲话
  ask: 问 询问 提问 请教 问问 问一下 咨询
  answer: 回答 答案 解答 答
  tell: 告诉 讲 讲个 说一说
  call: 打电话 拨打 呼叫 致电 打给 调用 叫
  click: 点击 点一下 单击 按下
  type: 输入 键入 填入
  fill: 填写 填 填充 填好
  submit: 提交 递交 上交 交 申报
  apply: 申请 应用
  scroll: 滚动 下滑 滑动
  crop: 裁剪 剪裁 裁切
  resize: 缩放 调整大小 放大 缩小 改大小
  rotate: 旋转
  enable: 启用 开启 打开 激活
  disable: 禁用 停用 关闭
  activate: 激活
  lock: 锁定 上锁 锁上 锁
  unlock: 解锁 开锁
  turn: 开灯 开空调
  turn off: 关灯 关空调 熄灭
  register: 注册 报名 登记 挂号
  login: 登录 登陆 登入 登进
  logout: 登出 退出登录 注销
  authenticate: 认证 鉴权 身份验证
  scan: 扫描 扫 扫一下 扫码
  print: 打印 印
  learn: 学习 学 学会 了解
  practice: 练习 训练
  exercise: 锻炼 运动 健身 练习题
  simulate: 模拟 仿真
  clone: 克隆
  push: 推送 推 推上去 推到
  commit: 提交 入库
  pull: 拉取 拉
  fork: 派生 复刻
  mark: 标记 标为 标成 标注 打标
  archive: 归档 存档
  migrate: 迁移 搬迁
  scale: 扩容 缩容 伸缩 扩展
  expire: 过期 到期 失效
  hire: 雇佣 招聘 聘用 招人
  rent: 租 租用 租赁 出租 租房 租车 租一
  drive: 开车 驾车 自驾
  walk: 步行 走路 走
  fly: 飞 飞往 飞到
  navigate: 导航 带路
  cook: 做饭 烹饪 煮 炒 烧菜 做菜 炖
  eat: 吃 吃饭 吃点 吃什么
  drink: 喝 饮 喝点
  vote: 投票 表决 选举
  donate: 捐款 捐赠 捐
  block: 屏蔽 拉黑 阻止 封禁 封锁
  mute: 静音 禁言
  pin: 置顶
  remember: 记住 记得 牢记
  forget: 忘记 忘了
  organize: 整理 组织 归整 收拾 梳理
  manage: 管理 打理
  protect: 保护 防护
  support: 支持 支援
`;
