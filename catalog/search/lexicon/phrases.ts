import { everydayPhrases } from "./everyday-phrases.js";
import { topicPhrases } from "./topic-phrases.js";

/**
 * English phrases that mean more than their words, in the form that `readPhrases` reads. Names of letters and digits, which
 * the index cuts apart ("k8s"), stand here too.
 */
const table = `
  how much does / how much is / how much are / how much would / how expensive / what does it cost > price cost
  how many > count number
  how far / how close > distance
  how long does / how long will / how long is / how long until > duration time
  how old > age date
  how tall / how high > height
  how heavy > weight
  how big / how large > size
  how fast > speed
  how hot / how cold / how warm > temperature weather
  how do i get to / how can i get to / how to get to / get from / get there > direction route
  what time / time is it / current time / local time > time timezone
  what day / what date > date
  when is / when does / when will > date schedule
  where is / where are / where can i find > location
  who is / who are / who was > person profile
  who owns > owner
  who won > winner result score
  what does it mean / what is the meaning / stand for > definition meaning
  what is on / what is happening / going on / whats on / whats happening / whats new > event news
  what to wear / what should i wear > outfit weather
  what to eat / where to eat / place to eat / grab a bite / eat out > restaurant food
  what to cook / what can i cook > recipe
  what to watch / something to watch > movie recommend
  what to read / something to read > book recommend
  what to do / things to do / places to visit / places to go > attraction activity
  place to stay / somewhere to stay / where to stay > hotel accommodation
  look up / search up / look for / searching for / find out / track down / dig up > search find
  look into / dig into / go through > inspect analyze
  look at / take a look / have a look > view show
  check out > view
  pull up / bring up > show fetch
  list out / show all / what are all > list
  get rid of / throw away / throw out / take out / take off / wipe out / clear out > delete remove
  set up / spin up / bring online > create setup
  put in / put into / put together / come up with / make up > create add
  write down / jot down / take note / make a note / note down > note create
  write to > write send
  fill in / fill out > fill form
  shut down / turn off / switch off / power off / take down / bring down > stop disable
  turn on / switch on / power on > start enable
  turn up / turn down > set adjust
  put on hold / hold off > pause
  pick up where / carry on > resume
  kick off / fire up / start up > start run
  roll out / push live / go live / put live / push out > deploy release
  roll back / go back to / back to the previous > rollback revert restore
  back up > backup
  log in / sign in / log on > login authenticate
  log out / sign out / log off > logout
  sign up / sign me up / join up > register signup
  get in touch / reach out / drop a line / drop a message > contact message send
  let know / let them know / let him know / let her know / let everyone know / tell them > notify message send
  get back to > reply
  call up / ring up / give a call > call phone
  catch up > summary recent
  sum up / boil down / too long / key points / main points / in short / give me the gist > summarize summary
  break down > analyze split
  figure out / work out > calculate solve
  add up / tot up > sum add
  round up / round down / round off > round
  narrow down > filter
  line up / put in order / in order of > sort
  put together a list > list
  keep an eye on / keep track / keep tabs / watch over > monitor track
  follow up > reminder task
  wake me / wake up > alarm
  remind me > reminder
  to do / to dos / to do list > todo task
  due date > deadline
  day off / time off / sick leave > leave vacation
  pay back / get my money back / money back / get money back > refund
  pay for / pay off > payment
  send money / wire money / transfer money / move money > transfer payment
  make money > profit
  save up > saving
  on sale > discount deal
  in stock / out of stock / sold out > inventory availability
  stock price / share price > quote ticker
  worth > price value
  exchange rate > currency convert
  credit card / debit card > payment card
  bank account > balance
  real estate > property
  for rent / to let > rental
  for sale > listing
  near me / close to me / close by / around here / around me / in the area / in my area > nearby location
  as the crow flies > distance
  public transport / public transit > transit bus train
  plane ticket / air ticket / air fare > flight
  zip code / postal code / post code > postcode
  phone number / mobile number / cell number > phone contact
  email address > email contact
  mailing list > email subscriber
  out of office > email calendar
  video call / conference call > meeting
  direct message / private message > message send
  text message > sms message
  pull request / merge request > pr
  source code > code file
  code review > review pr
  bug report > issue create
  feature request > issue
  error message / stack trace > error log
  version control > git
  continuous integration / continuous delivery > ci pipeline
  build status > ci workflow
  access token / api key > key token
  environment variable / env var > env config
  virtual machine > vm instance
  data base > database
  primary key / foreign key > schema table
  key value > redis
  knowledge base > wiki article
  knowledge graph > entity relation
  web page / web site > webpage url
  home page > website
  search engine > web search
  screen shot / print screen > screenshot
  file name > filename
  hard drive / hard disk > disk storage
  word document > docx
  slide show / slide deck > presentation
  bar chart / pie chart / line chart / scatter plot > chart
  flow chart > flowchart diagram
  mind map > mindmap diagram
  time series > trend
  machine learning / deep learning > ml model training
  language model > llm
  text to speech / read aloud / read out loud / read out > tts speech voice
  speech to text / voice to text > transcribe speech
  natural language > text
  optical character > ocr text
  text from an image / text from the image / text in the image > ocr
  black and white > grayscale image
  background removal / remove the background > background image
  social media > post social
  direct link > url
  short link / short url / shorten the link / shorten a link / shorten the url / shorten this url > shorten url
  open source > github repository
  smart home > device
  air quality > pollution
  bad weather / going to rain / need an umbrella / will it rain / nice outside / cold outside / hot outside > weather forecast
  heart rate > pulse
  blood pressure > health
  lose weight / get fit / get in shape / stay fit > fitness exercise diet
  mental health > therapy
  feel sick / feel ill / not feeling well / feel unwell > symptom medical
  side effect > drug
  court case > case opinion
  star sign > horoscope zodiac
  coin toss / flip a coin / toss a coin > coin random
  roll a die / roll the dice / roll dice > dice random
  random number > random
  square root > sqrt
  standard deviation > deviation statistics
  greatest common / common divisor > gcd
  common multiple > lcm
  time zone > timezone
  time difference > timezone
  how many days / days until / days between / days left > date difference
  next week / this week / next month / this month / this weekend > date calendar
  fun fact > fact trivia
  job opening / open position / looking for a job / looking for work > job
  scientific paper / research paper > paper
  s3 > bucket storage
  ec2 > instance cloud
  k8s > kubernetes
  i18n > translation
  2fa / mfa > authentication code
  oauth2 > oauth
  web3 > blockchain
  mp3 > audio
  mp4 > video
  h264 > video
  f1 > formula race
  h1 > heading
  ipv4 / ipv6 > ip
  sha256 / sha1 / md5 > hash
  7z > archive
  co2 > carbon emission
  4k > video
  b2b > company
  x86 > processor
  r2 > bucket storage
  d1 > database
  neo4j > graph database
  log4j > log
  n8n > workflow automation
  365 > microsoft office
`;

export function phraseLines(): string[] {
  return [table, everydayPhrases, topicPhrases].flatMap((lines) => lines.trim().split(/\s*\n\s*/));
}
