/** Mail, meetings, tasks, customers, orders, documents and figures. */
export const office = `
  email: 邮件 电子邮件 邮箱 电邮 信件 信 来信 邮件列表 收件 邮箱地址
  inbox: 收件箱 收信箱
  draft: 草稿 起草 初稿
  outbox sent: 发件箱 已发送
  unread: 未读 没看 没读 没回
  recipient: 收件人
  sender: 发件人 寄件人
  newsletter: 简报 通讯
  spam: 垃圾邮件 垃圾信息
  message: 消息 信息 讯息 留言 私信 短消息 话
  sms text message: 短信 简讯
  chat: 聊天 聊天记录 聊 对话 群聊
  conversation: 对话 会话 谈话
  channel: 频道 渠道 群 群组 工作群
  group: 群组 小组 组
  thread: 帖子 话题串
  team: 团队 小组 组员 球队 队
  member: 成员 会员 组员
  colleague user: 同事 同僚
  boss manager: 老板 经理 领导 主管 上司
  contact: 联系人 通讯录 联系方式 联络人 联系
  phone number: 电话号码 手机号 电话 号码 手机号码
  phone call: 电话 通话 来电
  address: 地址 住址
  person people: 人 人员 人物 人们 员工
  company: 公司 企业 厂商 商家 单位
  organization: 组织 机构
  department: 部门
  project: 项目 工程 课题
  task: 任务 待办 待办事项 活儿 工作任务 事项
  todo: 待办 待办事项 待办清单
  board: 看板 面板
  deadline due: 截止 截止日期 期限 最后期限 到期
  priority: 优先级 紧急 优先
  assignee: 负责人 经办人
  ticket: 工单 票 门票 车票 票务
  calendar: 日历 日程 日程表 行程表
  schedule: 日程 时间表 行程 课表 计划表
  event: 事件 活动 赛事
  meeting: 会议 开会 例会 周会 会面 碰头 晨会 开个会 碰个头 视频会议
  meeting room: 会议室
  appointment: 预约 约会 约见
  attendee participant: 参会人 参与者 与会者 参加者
  available: 空闲 有空 可用 有没有空 空位 空余
  reminder: 提醒 备忘 提醒事项
  alarm: 闹钟 闹铃
  timer: 计时器 倒计时 定时器
  notification: 通知 提示 推送通知
  announcement: 公告
  note: 笔记 备注 便签 记事 记事本 纪要 备忘录 随笔
  meeting notes: 会议纪要 会议记录
  diary journal: 日记 日志
  report: 报告 报表 汇报 周报 日报 月报 年报
  weekly report: 周报
  spreadsheet: 电子表格 表格 工作表
  cell: 单元格
  formula: 公式
  chart: 图表 图 曲线 走势图 图形
  graph: 图表 曲线图 图谱
  bar chart: 柱状图 条形图
  line chart: 折线图 曲线图
  pie chart: 饼图 饼状图
  scatter plot: 散点图
  flowchart diagram: 流程图 示意图 架构图 图解
  mindmap: 思维导图 脑图
  diagram: 图表 图示
  presentation slide: 幻灯片 演示文稿 演示 胶片 讲稿
  pdf: 便携文档
  word document: 文档 稿件
  paragraph: 段落
  customer: 客户 顾客 客人 用户 买家
  client: 客户端 客户
  crm: 客户关系 客户管理
  lead: 线索 潜在客户 销售线索
  deal: 商机 交易 成交
  sales: 销售 销量 销售额 业绩 营业额
  revenue: 收入 营收 收益 营业额
  profit: 利润 盈利 毛利
  cost: 成本 费用 花费 开销
  expense: 支出 费用 报销 开支 花销
  budget: 预算
  invoice: 发票 账单 单据
  bill: 账单 话费 水电费
  receipt: 收据 小票
  payment: 支付 付款 款项 货款
  order: 订单 单 购物单
  product: 产品 商品 货品 货物
  inventory stock: 库存 存货
  warehouse: 仓储 货仓
  supplier: 供应商 供货商
  shipment: 发货 货运 出货 运单
  shipping delivery: 快递 物流 配送 包裹 运费 外送
  package tracking: 包裹 快递单号 物流信息
  logistics: 物流 供应链
  contract: 合同 合约 协议
  quotation quote: 报价 报价单
  transaction: 交易 流水 交易记录
  balance: 余额 结余
  bank: 银行
  bank account: 银行账户
  bank card: 银行卡
  tax: 税 税务 纳税 个税 税费 所得税
  finance: 财务 金融 理财 财经
  accounting: 会计 记账 账目
  salary: 工资 薪水 薪资 月薪 薪酬
  employee: 员工 雇员 职员 职工
  attendance: 考勤 打卡 出勤
  leave: 请假 休假 年假 病假
  recruitment: 招聘 招人
  job: 工作 职位 岗位 招聘 求职 找工作 职业
  resume: 简历 履历
  candidate: 候选人 应聘者
  interview: 面试 采访
  performance: 绩效
  marketing: 营销 市场营销 推广 宣传
  advertising: 广告
  campaign: 活动 营销活动 竞选
  coupon: 优惠券 券
  analytics: 分析数据 数据分析
  trend: 趋势 走势 动向 热度
  visitor: 访客 来访者
  survey: 调查 问卷 调研
  feedback: 反馈 意见
  complaint: 投诉 抱怨
  customer support: 客服 售后
  comment: 评论 留言 批注 点评
  review: 评价 点评 口碑 评分
  rating: 评分 评级 打分 等级
  average: 平均 平均值 均值
  total: 总共 总数 总额 一共多少 共计 总量
  maximum highest: 最大 最高 最大值 最多
  minimum lowest: 最小 最低 最小值 最少
  percentage: 百分比 比例 占比 百分之
  growth: 增长 增长率 增幅
  difference: 差额 差 差距
  amount: 金额 数额 数量
  number: 数字 数 编号 数目
  detail: 详情 明细 细节 详细 详细信息
  information: 信息 资讯 情报
  history: 历史 历史记录 记录
  recent: 最近 近期 近来 这几天 最近的
  latest: 最新 最新的 最近
  current: 当前 目前 现在 眼下 如今 实时
  new: 新 新的 全新
  old: 旧 旧的 老 老旧
  popular trending: 热门 热点 热搜 流行 火 最火
  top: 排行榜 榜单 前十 排名前
  category: 类别 分类 种类 品类
  result: 结果 成绩
  goal: 目标
  idea: 想法 主意 点子 创意
  approval: 审批 批准
  process: 流程
  rule policy: 规则 政策 规定 制度
  template: 范本
  signature: 签字 签署
  quarter: 季度 季
  monthly: 每月 月度 按月
  daily: 每天 每日 天天
  weekly: 每周 周度
  annual yearly: 年度 每年 全年
  duplicate: 重复 重复项 去重
  space: 空间 工作区
  workspace: 工作区 工作空间
  customer list: 客户名单 客户列表
  order status: 订单状态
`;
