/** Food, shopping, homes for sale, money and markets. */
export const shopping = `
  restaurant dining
  restaurant food
  restaurant eat
  hungry lunch dinner breakfast supper brunch > restaurant food meal
  cafe coffee
  coffee tea
  pizza burger sushi taco > food restaurant
  takeout takeaway > food delivery
  cuisine food
  menu dish
  food meal
  recipe cook
  recipe meal dish
  ingredient recipe
  ingredient food
  bake > recipe cook
  grocery supermarket > food shopping
  vegetarian vegan > diet recipe
  nutrition diet
  nutrition calorie
  protein carb fat vitamin > nutrition
  wine beer
  drink beverage
  cocktail drink
  bar pub
  brewery winery > beer wine
  shopping product
  shop store
  store retailer
  ecommerce shop
  amazon ebay shopify etsy > product shop
  mall store
  price cost
  price quote
  price rate
  fee charge
  cheap cheapest affordable expensive inexpensive > price
  discount coupon
  discount deal
  voucher promo > coupon
  bargain sale > deal discount
  gift present
  giftcard gift
  wishlist cart
  warranty > product
  brand manufacturer
  fashion clothing
  clothes apparel
  outfit clothing
  dress shirt shoe sneaker pants jeans > clothing
  jewelry jewellery
  gold silver platinum > metal price
  beauty cosmetic
  makeup skincare > cosmetic beauty
  perfume fragrance
  salon barber
  furniture home
  decor interior furniture
  house home
  house property
  property estate
  property listing
  realty realtor zillow > property estate
  apartment flat
  apartment rent
  condo studio > apartment
  landlord tenant > rent property
  mortgage loan
  loan credit
  debt loan
  interest rate
  bank account
  money fund
  money cash
  money currency
  currency forex fx
  exchange currency
  exchange rate
  dollar euro pound yen yuan rupee usd eur gbp jpy cny > currency
  stock share
  stock equity
  stock market
  stock ticker
  ticker symbol
  nasdaq nyse > stock market
  dividend earnings > stock
  portfolio investment
  portfolio holding
  fund etf
  bond treasury
  option derivative
  future commodity
  commodity gold oil
  market trading
  broker trading
  crypto cryptocurrency
  crypto coin
  crypto token
  bitcoin btc
  ethereum eth
  bitcoin ethereum dogecoin > cryptocurrency
  defi > crypto
  insurance policy
  insurance coverage
  pension retirement
  inflation cpi > economy
  gdp unemployment > economy economic
  stock share equity ticker
  stocks market nasdaq exchange
  crypto cryptocurrency bitcoin ethereum coin token blockchain
  wallet crypto
  price cost quote fee
  cheap affordable budget inexpensive
  expensive luxury
  discount coupon deal voucher promo offer
  sale promotion
  shop store product ecommerce buy purchase item
  amazon product
  cart basket checkout
  order purchase
  shipping delivery shipment parcel package courier tracking
  refund return
  payment pay transaction transfer
  credit card
  loan mortgage lending borrow
  currency exchange forex money
  dollar usd euro currency
  invest investor portfolio fund
  dividend yield
  profit revenue earnings income
  expense spending expenditure
  budget finance financial
  insurance policy coverage premium
  inflation cpi
  economy economic gdp
  gold silver metal
  donate charity nonprofit
`;
