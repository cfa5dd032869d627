/** Fields of knowledge, trades, qualities of things, and what is left. */
export const knowledge = `
  veterinary: 兽医
  dentistry dental: 牙科 牙医 口腔
  nursing: 护理 护士
  medicine: 医学
  cancer: 癌症 肿瘤
  therapy: 治疗
  clinical trial: 临床试验 临床
  pharmaceutical: 制药
  genetics: 遗传 遗传学
  dna: 脱氧核糖核酸
  mutation: 突变
  sequence: 序列
  microbiology: 微生物 细菌
  biochemistry: 生物化学
  biotechnology: 生物技术
  ecology: 生态 生态学
  oceanography marine: 海洋
  geology: 地质
  mining: 采矿 矿业
  forestry: 林业 森林
  meteorology: 气象学
  aerospace: 航空航天
  aviation: 航空
  railway: 铁路
  automotive: 汽车行业
  telecommunications: 电信 通信
  electronics: 电子
  electrical: 电气
  circuit: 电路
  voltage: 电压
  current: 电流
  resistance: 电阻
  mechanical: 机械
  civil engineering: 土木
  architecture: 建筑 架构
  construction: 施工 建设
  chemical: 化学
  reaction: 反应
  concentration: 浓度
  quantum: 量子
  force: 力
  velocity: 速度
  acceleration: 加速度
  frequency: 频率
  wave: 波 波浪
  gravity: 引力 重力
  nuclear: 核能
  solar: 太阳能
  carbon emission: 碳排放
  recycling: 回收
  waste: 垃圾
  sociology: 社会学
  society: 社会
  anthropology: 人类学
  archaeology: 考古
  economics: 经济学
  politics: 政治
  ethics: 伦理 道德
  linguistics: 语言学
  literature: 文学
  journalism: 新闻业
  dance: 舞蹈
  photography: 摄影
  theater: 剧院 话剧
  fashion: 时尚
  entertainment: 娱乐
  hospitality: 酒店业
  retail: 零售
  commerce: 电商 商务 电子商务
  industry: 行业 产业
  business: 商业 业务 生意
  startup: 创业 初创公司
  investor: 投资人 投资者
  shareholder: 股东
  acquisition: 收购
  risk: 风险
  asset: 资产
  liability: 负债
  cash flow: 现金流
  price index: 物价
  inflation: 通胀 通货膨胀
  gdp: 国内生产总值
  unemployment: 失业 失业率
  interest rate: 利率
  technical indicator: 技术指标 均线
  candlestick: 蜡烛图
  exchange: 交易所
  import export trade: 进出口
  volunteer: 志愿者 义工
  humanitarian: 人道
  emergency: 紧急 应急 急救
  safety: 安全
  cybersecurity: 网络安全
  compliance: 合规
  privacy: 隐私
  identity card: 身份证
  identity: 身份
  document translation: 译文
  community: 社区
  forum: 论坛
  platform: 平台
  public: 公开 公共
  private: 私有 私人 非公开
  official: 官方
  professional: 专业
  general: 通用 一般
  human: 人类
  automatic: 自动 自动化
  batch bulk: 批量 成批
  multiple: 多个
  high: 高 高的
  low: 低 低的
  big large: 大 很大
  small: 小 很小
  long: 长 很长
  short: 短 简短
  fast: 快 快速
  deep depth: 深度 深
  complex: 复杂
  simple: 简单
  similar: 相似 类似 差不多
  different: 不一样
  important: 重要 要紧
  urgent: 紧急 加急
  related: 相关
  potential: 潜在
  internal: 内部
  external: 外部
  primary main: 主要 主
  default: 默认
  temporary: 临时
  permanent: 永久
  empty: 空 空白
  invalid: 无效
  valid: 有效
  missing: 缺失 缺少 丢失
  reset: 重置
  initialize: 初始化
  maintenance: 维护 保养
  repair: 维修 修理
  feature: 特性 特征 功能
  capability: 能力
  skill: 技能
  strategy: 策略 战略
  decision: 决策 决定
  efficiency: 效率
  quality: 质量
  standard: 标准
  specification: 规格
  requirement: 需求 要求
  criteria condition: 条件
  protocol: 协议
  layout: 布局
  structure: 结构
  entity: 实体
  relation: 关系
  sequence step: 步骤 顺序
  limit: 限制 上限 限额
  quota: 配额 额度
  range: 范围 区间
  threshold: 阈值
  level: 级别 等级
  season: 赛季 季节
  team: 战队
  standings ranking: 积分榜 排名
  championship: 冠军 锦标赛
  tournament: 锦标赛 杯赛
  olympics: 奥运 奥运会
  world cup: 世界杯
  swimming: 游泳
  hiking: 徒步 爬山
  bicycle: 自行车
  camping: 露营
  park: 公园
  beach: 海滩
  bar: 酒吧
  nightlife: 夜生活
  mall: 商场
  hair salon: 理发 美发
  makeup: 化妆
  skin: 皮肤
  baby: 宝宝 婴儿
  dating: 约会 恋爱 相亲
  love: 爱情
  personality: 性格
  dream: 梦 解梦
  name: 起名 取名
  wish: 愿望 祝福
  greeting: 问候
  donation: 善款
  temple: 寺庙
  prayer: 祈祷
  bible: 圣经
  war: 战争
  flag: 国旗
  capital: 首都 资本
  border: 边境
  immigration: 移民
  customs: 海关
  embassy: 大使馆
  president: 总统
  parliament bill: 议会 法案
  tax return: 报税
  social security: 社保
  pension: 养老金
  license plate: 车牌
  fine: 罚款
  used car: 二手车
  second hand: 二手
  auction: 拍卖
  subscription: 订阅 会员
  membership: 会员
  points loyalty: 积分
  lottery number: 彩票号码
  wheel: 转盘
  password generator: 密码生成
  fake data: 假数据 测试数据 模拟数据
  case: 大小写
  uppercase: 大写
  lowercase: 小写
  reverse: 反转 倒序
  count words: 字数统计
  binary: 二进制
  hexadecimal: 十六进制
  timestamp: 时间戳
  countdown: 倒数
  stopwatch: 秒表
  lunar calendar: 农历 阴历
  chinese zodiac: 生肖 属相
  leap year: 闰年
`;
