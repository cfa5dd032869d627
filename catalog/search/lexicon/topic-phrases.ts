/** Phrases for a subject or a step of work, by topic, in the form that `readPhrases` reads. */
export const topicPhrases = `
  how many people live > population
  how many calories / how healthy > nutrition calorie
  how windy / how humid / chance of rain > weather forecast
  how late is / opening hours / what time does it open / business hours > hours open
  how do you spell / how is it spelled > spelling
  how do you pronounce / how to pronounce > pronunciation
  how to cook / how to bake > recipe
  how to fix / how to repair > repair troubleshoot
  how to say / translation of > translate
  how popular > popularity trend
  latest on / breaking news > news
  what year / which year > date year
  what rhymes / rhymes with > rhyme
  what song / name of the song > song
  who sang / who sings / sung by > artist song
  who directed / who starred / who played > movie cast
  who wrote the book / written by > author
  whats trending / what is trending / trending now > trend popular
  where does it come from / where did it come from > origin source
  net worth / how rich > worth
  market cap / market capitalization > market company
  balance sheet / income statement / cash flow statement > financial statement
  cash flow / profit and loss > finance
  price to earnings / p e ratio > valuation stock
  earnings call / earnings report / quarterly report > earnings
  annual report / sec filing > filing company
  wall street / stock exchange > stock market
  mutual fund / index fund / hedge fund > fund investment
  interest rate / mortgage rate > rate
  credit score / credit report / credit history > credit
  down payment / monthly payment > mortgage loan
  tax return / income tax / tax bracket > tax
  gas price / fuel price / price of gas > fuel price
  smart contract > contract blockchain
  wallet address > wallet balance
  purchase order > order purchase
  sales tax > tax
  shopping cart / add to cart > cart
  track my package / track my order / tracking number > shipment tracking
  return policy / send it back / send back > return refund
  promo code / gift card / coupon code > coupon
  black friday / best deal / good deal > deal discount
  customer service / customer support / help desk > support ticket
  cold email / cold call > outreach lead
  social network > social
  landing page > page website
  target audience > audience
  search volume / keyword research > keyword seo
  press release > news
  cover letter > resume job
  job description / job posting / job listing > job
  pay raise / pay rise > salary
  team member / team mate > member
  one on one / stand up meeting / daily standup > meeting
  set a meeting / free time / time slot / am i free > availability calendar
  out of memory / memory leak > memory error
  feature flag > flag
  config map > kubernetes
  docker compose > container
  unit test / test case / end to end > test
  test coverage > coverage
  static analysis > lint code
  security hole / data breach / been pwned > breach vulnerability
  two factor / multi factor > authentication
  single sign on > authentication
  brute force > password
  mac address > network
  domain name / whois record > domain
  status code > http status
  rest api > api
  web scraping / web crawler > scrape crawl
  dark mode / light mode > theme
  drop down / check box / radio button > form select
  scroll down / scroll up > scroll
  command line > shell terminal
  operating system > system
  file size > size file
  file path > path
  free space / disk space > disk storage
  recycle bin / trash can > trash delete
  stored procedure > sql
  data set > dataset
  data warehouse / data lake > database
  vector store / vector database / semantic search > vector embedding
  neural network / fine tune > model training
  image generation / text to image > image generate
  video generation / text to video > video generate
  object detection / face recognition > detect image
  word count / character count > count text
  word cloud > wordcloud
  upper case / lower case > text uppercase
  table of contents > heading
  work cited > citation
  literature review / peer reviewed > paper
  case study > study
  lesson plan / study plan > lesson
  multiple choice > quiz
  word of the day > word
  prime number > prime
  least squares / line of best fit > regression
  confidence interval / p value / t test > statistics
  area under the curve > integral
  periodic table > element
  molecular weight / molar mass > molecule weight
  amino acid / base pair > protein sequence
  clinical trial > trial
  drug interaction > drug
  allergic to > allergy
  over the counter > medication
  blood sugar / blood test > blood
  first aid > emergency
  body mass / body fat > bmi
  push ups / sit ups > exercise
  weight loss > diet
  food poisoning > symptom
  speed limit > speed traffic
  traffic jam / road closure > traffic
  driving directions / walking directions > route direction
  gas station / charging station > station fuel
  car rental / rent a car > car rental
  license plate > vehicle
  bed and breakfast > accommodation
  national park / theme park > park attraction
  points of interest / tourist spot / must see > attraction
  travel plan / road trip > trip itinerary
  sun rise / sun set > sunrise sunset
  weather alert / severe weather > weather alert
  natural disaster > disaster
  meal plan / meal prep > meal recipe
  dinner party > event
  happy hour > bar
  house hunting / home for sale / open house > property
  home loan > mortgage
  light bulb > light
  front door / back door > door
  dress code > outfit
  birth chart > astrology
  lucky number > numerology
  tarot card > tarot
  video game / board game / card game > game
  box office > movie
  tv series / tv show > series episode
  theme song / sound track > music
  sheet music > music
  voice over > voice speech
  background music / background noise > audio
  stop watch > timer
  bed time > sleep
  secret santa > gift
  white paper > paper
  supreme court > court case
  power of attorney / last will > legal
  criminal record / background check > crime record
  carbon footprint > carbon emission
  power outage / power cut > outage electricity
  phone call > call
  ring tone > phone
  time card / time sheet > timesheet
  call off > cancel
  bring forward / push back > reschedule
  cut down / cut back > reduce
  leave a comment / leave a review > comment review
  go over / run through > review
  hang up > call end
  scale up / scale down / scale out > scale
  shut off > stop disable
  zoom in / zoom out > zoom map
  sketch out / draw up > draft
  tear down > delete destroy
  ship to > shipping
  swap out > replace
  rule out > exclude
  sort out > resolve
  swing by > visit
  what caused / root cause > cause reason
  gas fee > gas transaction
`;
