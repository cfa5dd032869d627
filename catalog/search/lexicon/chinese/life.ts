/** Health, home, leisure, media, school, science, law, numbers and time. */
export const life = `
  health: 身体 养生
  medical: 医疗 医学
  doctor: 医生 大夫 看病 就医 看医生
  hospital: 医院
  clinic: 诊所 门诊
  patient: 病人 患者
  disease: 疾病 病 病症
  symptom: 症状 发烧 头疼 头痛 咳嗽 感冒 不舒服 难受 肚子疼
  diagnosis: 诊断
  medicine drug: 药 药品 药物 吃药
  pharmacy: 药店 药房
  treatment: 治疗 疗法
  surgery: 手术
  vaccine: 疫苗
  mental health: 心理 心理健康
  psychology: 心理学
  sleep: 睡眠 睡觉
  fitness: 健身 锻炼
  workout: 健身 锻炼 训练计划
  gym: 健身房
  running: 跑步
  yoga: 瑜伽
  weight: 体重 重量 减肥 减重
  diet: 饮食 减肥 节食
  height: 身高 高度
  blood pressure: 血压
  heart rate: 心率 心跳
  sport: 体育 运动
  game match: 比赛 赛事
  score: 比分 得分 分数 成绩
  schedule fixture: 赛程
  football soccer: 足球
  basketball: 篮球
  baseball: 棒球
  tennis: 网球
  league: 联赛 联盟
  player: 球员 选手 玩家 播放器
  game: 游戏 手游
  chess: 象棋 国际象棋 下棋
  dice: 骰子 掷骰子
  coin: 硬币
  lottery: 彩票
  music: 音乐
  song: 歌曲 歌 歌名
  lyrics: 歌词
  singer artist: 歌手 艺人
  album: 专辑 相册
  playlist: 歌单 播放列表
  concert: 演唱会 音乐会
  podcast: 播客
  radio: 电台 广播
  movie: 电影 影片 片子
  cinema theater: 电影院 影院
  television tv: 电视 电视节目
  tv series: 电视剧 剧集 连续剧 追剧
  actor: 演员
  director: 导演
  anime: 动漫 动画
  cartoon: 漫画 卡通
  video: 视频 影像 短视频 录像
  subtitle: 字幕
  live stream: 直播
  image: 图片 图像 图 配图 插图
  picture: 图片
  photo: 照片 相片 拍照 合影
  painting art: 画作 绘画 艺术 美术 艺术品
  museum: 博物馆
  exhibition: 展览 画展
  icon: 图标
  logo: 标志 商标
  color: 颜色 色彩
  background: 背景
  camera: 相机 摄像头
  voice: 语音 声音 嗓音
  speech: 语音 演讲
  text speech: 语音合成 文字转语音 朗读
  speech recognition transcription: 语音识别 语音转文字 转文字 听写
  transcript: 文字稿 转录
  transcribe: 转写 转录
  audio: 音频 录音
  ocr: 文字识别 图片文字
  news: 新闻 资讯 要闻 消息面 时事 头条
  headline: 头条
  article: 文章 推文 稿子
  blog: 博客
  book: 书 书籍 图书 读物 书本
  novel: 小说
  author: 作者 作家
  library: 图书馆
  story: 故事
  poem: 诗 诗歌 诗词 古诗
  quote: 名言 语录 名句
  joke: 笑话 段子
  riddle: 谜语
  trivia: 冷知识
  horoscope: 星座 运势 星座运势
  fortune: 运势 算命 占卜
  tarot: 塔罗 塔罗牌
  social media: 社交媒体 社交 微博 朋友圈 小红书
  tweet: 推文 推特
  friend: 朋友 好友
  follower: 粉丝
  profile: 资料 个人资料 主页
  party: 聚会 派对
  birthday: 生日
  wedding: 婚礼 结婚
  holiday: 节日 假期 放假 节假日 假日
  festival: 节日 春节 中秋
  family: 家庭 家人
  child: 孩子 儿童 小孩
  pet: 宠物
  dog: 狗 小狗
  cat: 猫 小猫
  animal: 动物
  plant: 植物
  flower: 花 鲜花
  tree: 树
  garden: 花园 园艺
  agriculture: 农业 种植
  home: 家里 家居
  smart home: 智能家居
  light: 灯 灯光 电灯
  air conditioner: 空调
  thermostat: 恒温器
  door: 门 门锁
  sensor: 传感器
  energy: 能源 能量
  electricity: 电 电力 用电
  battery: 电池 电量
  water: 水
  environment: 环保
  law: 法律 法规 法条
  lawyer: 律师
  court: 法院
  case: 案件 案例 判例
  regulation: 法规 条例
  patent: 专利
  copyright: 版权
  license: 许可证 执照 驾照
  government: 政府 政务
  police: 警察 公安
  crime: 犯罪
  election: 选举
  population: 人口
  school: 学校
  university: 大学 高校
  college: 学院
  education: 教育
  student: 学生
  teacher: 老师 教师
  course: 课程 课
  class: 班级 上课 课堂
  homework: 作业
  exam: 考试 考题
  quiz: 测验 小测
  question: 问题 题 题目 疑问
  grade: 成绩 年级 分数
  study: 学习
  research: 研究 科研 调研
  paper: 论文 文献
  academic: 学术
  scholar: 学者
  citation: 引用 参考文献
  journal: 期刊 杂志
  abstract: 摘要
  science: 科学
  physics: 物理
  chemistry: 化学
  chemical compound: 化合物 化学品
  molecule: 分子
  biology: 生物
  gene: 基因
  protein: 蛋白质 蛋白
  cell: 细胞
  species: 物种
  space: 太空 航天 宇宙
  astronomy: 天文
  planet: 行星 星球
  star: 恒星 星星
  moon: 月亮 月球
  mars: 火星
  satellite: 卫星
  rocket launch: 火箭
  geography: 地理
  philosophy: 哲学
  culture: 文化
  religion: 宗教
  encyclopedia wikipedia: 百科 维基 维基百科 百科全书
  language: 语言 语种
  english: 英语 英文
  chinese: 中文 汉语 国语
  japanese: 日语 日文
  french: 法语 法文
  german: 德语
  spanish: 西班牙语
  korean: 韩语
  russian: 俄语
  translation: 译文 翻译
  dictionary: 词典 字典
  word: 单词 词 词语 生词
  definition meaning: 定义 意思 含义 释义
  synonym: 同义词 近义词
  antonym: 反义词
  grammar: 语法
  spelling: 拼写 拼法 错别字
  pronunciation: 发音 拼音
  sentence: 句子
  sentiment: 情感 情绪
  tone: 语气
  mathematics math: 数学
  equation: 方程 等式 方程组
  algebra: 代数
  geometry: 几何
  matrix: 矩阵
  derivative: 导数 求导
  integral: 积分
  area: 面积
  volume: 体积 音量 容量
  angle: 角度
  square root: 平方根 开方
  prime: 质数 素数
  probability: 概率 几率
  variance: 方差
  standard deviation: 标准差
  median: 中位数
  correlation: 相关性 相关系数
  regression: 回归
  add addition: 加法
  subtract: 减 减去 减法
  multiply: 乘 乘以 乘法
  divide: 除以 除法
  unit: 单位
  unit conversion: 单位换算 单位转换
  length: 长度
  width: 宽度
  kilometer: 公里 千米
  mile: 英里
  meter: 米
  kilogram: 公斤 千克
  celsius: 摄氏度 摄氏
  fahrenheit: 华氏度 华氏
  time: 时间 时刻 几点 几点了 点钟
  time zone: 时区 时差
  date: 日期 几号 哪天 日子 什么时候
  today: 今天 今日 今儿 今晚
  tomorrow: 明天 明日 明早 明晚
  yesterday: 昨天 昨日
  day: 天 日 天数 几天
  week: 周 星期 本周 下周 上周 这周 礼拜
  weekend: 周末
  month: 月 本月 下个月 上个月 月份 这个月 上月
  year: 年 今年 去年 明年 年份
  hour: 小时 钟头
  minute: 分钟
  second: 秒
  morning: 早上 上午 早晨
  afternoon: 下午
  evening: 晚上 傍晚
  night: 夜里 夜晚
  time difference duration: 相差 间隔
  age: 年龄 岁数 多大
  gender: 性别
  speed: 速度 时速 快慢
  power: 功率 电源
  pressure: 压力 气压
  technology: 技术 科技
  engineering: 工程
  robot: 机器人
  drone: 无人机
  machine: 机器
  material: 材料
  factory manufacturing: 工厂 制造
  airplane aircraft: 飞行器
  military: 军事
  charity: 慈善 公益
`;
