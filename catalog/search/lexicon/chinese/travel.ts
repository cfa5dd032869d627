/** Weather, places, journeys, food, shopping, money and homes. */
export const travel = `
  weather: 天气 气象 气候 天气怎么样 天气如何
  weather forecast: 天气预报 下雨 下雪 会下雨 刮风 带伞 雨伞 打伞 会不会下雨 冷不冷 热不热 晴 晴天 下不下雨
  temperature: 温度 气温 体温 多少度 几度 度数
  rain: 雨 下雨 降雨 降水 暴雨
  snow: 雪 下雪 降雪
  wind: 风 风速 风力
  humidity: 湿度
  typhoon storm: 台风 风暴 暴风雨 飓风
  air quality: 空气质量 雾霾 空气
  pollution: 污染 污染物
  sunrise: 日出
  sunset: 日落
  earthquake: 地震
  disaster: 灾害 灾难 洪水
  climate: 气候 气候变化
  map: 地图
  location: 位置 地点 所在地 定位 地理位置 在哪 在哪里 在哪儿 哪儿
  place: 地点 场所
  nearby: 附近 周边 周围 就近 最近的
  coordinates latitude longitude: 坐标 座标 经纬度 经度 纬度
  postal zip code: 邮编 邮政编码
  city: 城市 市区 都市
  country: 国家 国
  region: 地区 区域
  province state: 省份 省 州
  route: 路线 线路 路径规划 路程
  directions: 路线 怎么走 怎么去 方向 怎么到 导航
  distance: 距离 多远 有多远 里程 公里数
  duration: 多久 多长时间 时长 要多久 持续时间
  traffic: 路况 堵车 拥堵
  travel: 旅行 旅游 出行 出差 旅程 游玩
  trip: 行程 旅行 出行
  itinerary: 行程 行程安排 旅游攻略 攻略
  tourist attraction: 景点 景区 名胜 旅游景点 好玩 好玩的 景点门票
  flight: 航班 机票 飞机 飞机票 班机
  airline: 航空公司 航空
  airport: 机场
  train: 火车 高铁 列车 火车票 动车 高铁票
  train ticket: 火车票 高铁票 车票
  bus: 公交 公交车 巴士 公共汽车 大巴
  subway metro: 地铁
  station: 车站 站 站点 火车站 地铁站
  taxi: 出租车 打车 的士 叫车 网约车 滴滴
  ship ferry: 船 轮船 轮渡
  car: 汽车 车 车辆 轿车 车子
  vehicle: 车辆 交通工具
  bike: 自行车 单车 骑行
  parking: 停车 停车场 车位
  gas fuel: 加油 油价 汽油 加油站
  charging: 充电 充电桩 充电站
  car rental: 租车
  hotel: 酒店 宾馆 旅馆 民宿 住宿 旅店 饭店住宿 住的地方
  accommodation: 住宿 民宿
  room: 房间 客房 间
  checkin: 入住 签到 值机
  checkout: 退房
  reservation booking: 预订 预约 订单预订
  departure: 出发 起飞
  arrival: 到达 抵达 降落
  destination: 目的地
  visa: 签证
  passport: 护照
  luggage: 行李
  ticket: 机票
  restaurant: 餐厅 餐馆 饭店 饭馆 馆子 吃饭的地方 吃的 好吃的 好吃 火锅 饿 饿了 肚子饿 吃饭 聚餐
  food: 食物 美食 食品 吃的 小吃 菜
  dish: 菜 菜肴 菜品
  menu: 菜单
  meal: 餐 饭 一餐 早餐 午餐 晚餐 午饭 晚饭 早饭
  takeout delivery: 外卖
  coffee: 咖啡 咖啡店 咖啡馆
  tea: 茶 奶茶
  drink: 饮料 饮品
  wine: 红酒 葡萄酒 酒
  beer: 啤酒
  cocktail: 鸡尾酒
  recipe: 食谱 菜谱 做法 怎么做菜 配方
  ingredient: 食材 原料 配料 成分
  cooking: 烹饪 厨艺
  nutrition: 营养 营养成分
  calories: 热量 卡路里 大卡
  fruit: 水果
  vegetable: 蔬菜
  meat: 肉 肉类
  shopping: 购物 买东西 逛街 网购 购物车
  shop store: 商店 店铺 店 超市 门店 网店 商城 淘宝 京东
  cart: 购物车
  price: 价格 价钱 多少钱 价位 售价 单价 报价 什么价 几块钱 贵不贵
  cheap: 便宜 实惠 划算 性价比 最便宜
  expensive: 贵 昂贵
  discount: 折扣 打折 优惠 促销 特价 降价
  brand: 品牌 牌子
  gift: 礼物 礼品 送礼
  clothes: 衣服 服装 穿 穿搭 穿什么 衣物
  shoes: 鞋 鞋子
  cosmetics: 化妆品 护肤品 美妆
  furniture: 家具 家俱
  stock: 股票 股市 股 个股
  stock price: 股价 行情 股票价格
  stock market: 股市 大盘
  share: 股份
  index: 指数
  fund: 基金 资金
  bond: 债券
  investment: 投资 投资组合
  portfolio: 投资组合 持仓
  dividend: 股息 分红
  earnings: 财报 盈利
  financial statement: 财报 财务报表
  market: 市场 行情
  trade: 交易 买卖 贸易
  futures: 期货
  gold price: 金价 黄金
  exchange rate: 汇率 外汇
  currency: 货币 币种 外币
  dollar usd: 美元 美金
  yuan cny: 人民币 元
  euro eur: 欧元
  yen jpy: 日元
  pound gbp: 英镑
  money: 钱 资金
  loan: 贷款 借款 借钱
  mortgage: 房贷 按揭
  interest: 利息 利率
  insurance: 保险
  credit: 信用 信用卡
  credit card: 信用卡
  cryptocurrency: 加密货币 数字货币 虚拟货币 币价
  bitcoin: 比特币
  ethereum: 以太坊 以太币
  economy: 经济
  real estate: 房产 房地产 楼盘
  house: 房子 房屋 住房 二手房
  house price: 房价
  apartment: 公寓 租房
  rent: 租金 房租
  property: 房产 物业
  warranty: 保修
`;
