/** Words of Taiwan and Hong Kong that differ from those of the mainland, in simplified characters. */
export const regional = `
  folder: 资料夹
  database: 资料库
  data table: 资料表
  software: 软体
  hardware: 硬体
  internet: 网际网路
  server: 伺服器
  program: 程式
  code: 程式码 原始码
  code review: 程式码审查
  function: 函式
  variable: 变数
  object: 物件
  array: 阵列
  string: 字串
  character: 字元
  cache: 快取
  queue: 伫列
  cluster: 丛集
  thread: 执行绪
  interface: 介面
  driver: 驱动程式
  project: 专案
  pull request pr: 提取要求 合并要求
  repository: 程式码库
  deploy: 布署
  save: 存档
  create: 新建立
  setting: 偏好设定
  print: 列印
  paste: 贴上
  cut: 剪下
  message: 简讯
  inbox: 收件匣
  email: 信箱 电子信箱
  spreadsheet: 试算表
  presentation: 简报
  calendar: 行事历
  schedule: 排程
  video: 影片
  audio: 音讯
  screen: 萤幕
  screenshot: 萤幕截图
  link url: 连结 超连结
  blog: 部落格
  image: 影像 图档
  feedback: 回馈
  taxi: 计程车
  metro: 捷运
  bus: 公车
  bike: 脚踏车
  train: 台铁
  ticket: 票券
  order food delivery: 外送
  mobile phone: 行动电话
  app: 应用程式
  quality: 品质
  default: 预设
  backup: 备援
  log: 记录档 纪录档
  record: 纪录
  monitor: 监看
  token: 权杖
  ai: 人工智慧
  printer: 印表机
  disk: 磁碟 硬碟
  memory: 记忆体
  resolution: 解析度
  column: 栏位 栏
  row: 列
  analysis: 解析
`;
