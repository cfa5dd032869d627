/** Files, code, operations, data, networks and security. */
export const computing = `
  file: 文件 档案 文档文件 文件名 附件
  directory: 目录 文件夹 路径
  folder: 文件夹 目录
  path: 路径
  file name: 文件名
  attachment: 附件
  document: 文档 文件 文书 文稿
  text: 文本 文字 文案
  content: 内容 正文
  line: 行数 每行 逐行
  format: 格式 格式化 排版
  size: 大小 尺寸 体积
  disk: 磁盘 硬盘 盘
  space storage: 空间 存储空间 磁盘空间
  storage: 存储 云存储 对象存储 网盘 云盘
  bucket: 存储桶 桶
  archive zip: 压缩包 压缩文件 归档文件
  metadata: 元数据 属性
  directory tree: 目录树 目录结构
  permission: 权限 授权
  access: 访问 访问权限
  repository: 仓库 代码仓库 代码库 版本库 储存库 仓 库
  code: 代码 编码 源代码 源码 程序代码
  source code: 源代码 源码
  program: 程序
  programming: 编程 写代码 程序设计
  script: 脚本
  function: 函数 功能 方法
  variable: 变量
  class: 类
  parameter: 参数
  branch: 分支 主分支 开发分支
  commit: 提交记录 提交历史 提交信息
  pull request pr: 拉取请求 合并请求 拉请求
  merge: 合并请求
  issue: 议题 问题 工单 缺陷 单子 提个问题
  bug: 缺陷 漏洞 错误 故障 毛病
  version: 版本 版本号
  tag: 标签 标记
  label: 标签
  release: 发布版 发行版 版本发布
  diff: 差异 区别 差别 改动 不同
  code review: 代码审查 代码评审
  milestone: 里程碑
  developer: 开发者 程序员 开发人员
  development: 开发 研发
  contributor: 贡献者
  package: 软件包 包 依赖包 安装包
  dependency: 依赖 依赖项 依赖包
  library: 类库 函数库
  plugin: 插件 扩展
  framework: 框架
  workflow: 工作流 流程 流水线
  pipeline: 流水线 管道 管线
  automation: 自动化 自动
  deployment: 部署 上线 发布部署
  environment: 环境 测试环境 开发环境
  production: 生产环境 线上 线上环境 正式环境
  staging: 预发 预发环境 预发布
  container: 容器
  docker image: 镜像
  cluster: 集群
  node: 节点
  pod: 容器组
  replica: 副本
  namespace: 命名空间
  server: 服务器 主机 机器 服务端
  host: 主机
  virtual machine: 虚拟机 云主机
  instance: 实例 云服务器
  cloud: 云 云端 云上 云服务 云平台
  service: 服务 业务
  microservice: 微服务
  load balancer: 负载均衡
  resource: 资源
  config configuration: 配置 配置文件 配置项
  setting: 设置 设定 选项
  environment variable: 环境变量
  api: 接口 应用接口
  endpoint: 接口 端点
  request: 请求
  response: 响应 返回值
  webhook: 回调 钩子
  token: 令牌 代币 词元
  key: 密钥 秘钥 键
  secret: 机密 密钥 秘密
  credential: 凭证 凭据
  database: 数据库 库 数据表库
  sql: 语句 查询语句
  data: 数据 资料
  table: 表 数据表 表格 表单 表里 哪张表 哪些表
  schema: 表结构 结构 模式 架构
  column field: 列 字段
  row record: 行 记录 条记录 数据行
  index: 索引
  view: 视图
  migration: 迁移 数据迁移
  transaction: 事务
  dataset: 数据集
  data warehouse: 数据仓库 数仓
  cache: 缓存
  queue: 队列
  message queue: 消息队列
  topic: 主题 话题
  stream: 流 数据流 直播
  log: 日志 运行日志
  error log: 错误日志 报错日志
  error: 错误 报错 出错 异常 失败 差错
  exception: 异常
  failure: 失败 故障
  crash: 崩溃 闪退 宕机 挂了
  incident: 事故 故障 事件
  metric: 指标 度量
  monitoring: 监控 监控数据
  dashboard: 仪表盘 仪表板 看板 面板 大屏
  trace: 链路 追踪 调用链
  performance: 性能 表现
  latency: 延迟 时延 响应时间
  slow: 慢 卡 太慢 很慢 卡顿
  status: 状态 状况 情况怎么样 进度 正常吗 还好吗
  health: 健康状态 健康检查 健康
  progress: 进度 进展
  uptime: 在线时间 可用性
  cpu: 处理器 负载
  memory: 内存 记忆 显存
  usage: 使用率 占用 用量 使用量 使用情况 占用率
  load: 负载 加载
  traffic: 流量 访问量 交通
  process: 进程 处理
  command: 命令 指令
  terminal shell: 终端 命令行 控制台
  system: 系统
  operating system: 操作系统
  computer: 电脑 计算机
  device: 设备 装置
  mobile phone: 手机 移动端
  software: 软件
  app application: 应用 应用程序 软件
  user: 用户 使用者
  account: 账户 账号 帐号 帐户
  password: 密码 口令 暗号
  role: 角色
  administrator admin: 管理员
  authentication: 身份验证 认证
  verification code: 验证码
  security: 安全 安全性
  vulnerability: 漏洞 安全漏洞 隐患
  attack threat: 攻击 威胁 入侵
  malware virus: 病毒 木马 恶意软件
  firewall: 防火墙
  encryption: 加密
  hash: 哈希 散列 校验和
  certificate: 证书
  signature: 签名
  audit: 审计 稽核
  network: 网络 网路 联网
  internet: 互联网 因特网 上网 网上
  online: 在线 联机
  ip address: 地址 网络地址
  domain: 域名 网域
  dns: 域名解析 解析记录
  port: 端口
  proxy: 代理
  bandwidth: 带宽
  network speed: 网速
  link url: 链接 网址 连接地址 超链接 短链
  shorten url: 短链接 短网址
  website: 网站 站点 官网
  web page: 网页 页面
  page: 页面 页 分页
  browser: 浏览器
  screenshot: 截图 截屏 屏幕截图 截个图 快照
  tab: 标签页 选项卡
  button: 按钮
  form: 表单 填表
  element: 元素
  search engine: 搜索引擎 百度 谷歌
  seo: 搜索优化
  keyword: 关键词 关键字
  crawler: 爬虫
  feed: 订阅源
  model: 模型 型号
  artificial intelligence ai: 人工智能 智能
  large language model: 大模型 语言模型
  machine learning: 机器学习
  agent assistant: 助手 智能体 助理
  prompt: 提示词
  training: 训练 培训
  algorithm: 算法
  knowledge graph: 知识图谱
  knowledge: 知识 知识库
  memory: 备忘
  vector embedding: 向量 嵌入
  random number: 随机数
  random: 随机 随便 任意
  identifier: 编号 标识 标识符
  uuid: 唯一标识
  qr code: 二维码
  barcode: 条形码 条码
  regular expression regex: 正则 正则表达式
  string: 字符串
  list array: 数组
  blockchain: 区块链
  smart contract: 智能合约
  wallet: 钱包
  snapshot: 快照
  scheduled task: 定时任务 计划任务
  task job: 任务 作业
  test case: 测试用例 用例
  test report: 测试报告
  coverage: 覆盖率
  documentation: 文档 说明书 使用说明 手册 帮助文档
  template: 模板 样板
  example: 示例 例子 样例
  interface ui: 界面
  prototype: 原型
  frontend: 前端
  backend: 后端 后台
  open source: 开源
  cron: 定时
  key value: 键值
  api key: 接口密钥
  output: 输出
  input: 输入
  type: 类型 种类
  name: 名称 名字 姓名
  title: 标题 题目 名称
  word count: 字数 词数
  character: 字符
`;
