/** Names and kinds of things, and what is asked for with them. */
export const kinds = `
  english spanish french german italian portuguese russian chinese mandarin cantonese > language translate
  japanese korean arabic hindi turkish dutch polish swedish danish norwegian finnish greek > language translate
  hebrew thai vietnamese indonesian malay tagalog ukrainian czech hungarian romanian bengali > language translate
  urdu tamil telugu persian swahili latin punjabi > language translate
  python javascript typescript java rust golang ruby php kotlin swift perl scala haskell matlab cpp > code program
  csharp bash solidity > code program
  usa america canada mexico brazil argentina chile peru colombia france germany italy spain portugal > country
  england uk britain scotland ireland netherlands belgium switzerland austria poland greece turkey > country
  russia ukraine china japan korea india pakistan bangladesh thailand vietnam singapore malaysia > country
  indonesia philippines australia zealand egypt morocco kenya nigeria africa israel iran iraq sweden > country
  norway denmark finland iceland > country
  paris london berlin rome madrid barcelona lisbon amsterdam brussels vienna prague budapest > city location place
  athens istanbul moscow tokyo kyoto osaka seoul beijing shanghai shenzhen guangzhou > city location place
  hangzhou taipei bangkok hanoi mumbai delhi bangalore dubai cairo nairobi sydney melbourne > city location place
  auckland toronto montreal vancouver chicago boston seattle houston dallas austin denver > city location place
  miami atlanta phoenix philadelphia francisco angeles york vegas washington orlando hawaii > city location place
  california texas florida > city location place
  january february march april june july august september october november december monday tuesday > date calendar
  wednesday thursday friday saturday sunday weekend weekday tomorrow yesterday tonight > date calendar
  noon midnight morning afternoon evening pm oclock minute hour timezone > time
  christmas easter halloween thanksgiving valentine hanukkah ramadan diwali birthday > holiday gift celebration
  anniversary wedding graduation > holiday gift celebration
  dollar usd euro eur pound gbp yen jpy yuan cny rmb rupee inr franc chf peso won krw real ruble > currency money
  cad aud > currency money
  bitcoin btc ethereum eth dogecoin doge solana litecoin ltc cardano ripple xrp > crypto cryptocurrency price
  binance usdt tether altcoin defi > crypto cryptocurrency price
  apple aapl tesla tsla microsoft msft amazon amzn google alphabet nvidia nvda meta netflix > stock market company
  nflx intel amd ibm nasdaq dow nyse > stock market company
  km kilometer kilometre mile meter metre cm centimeter inch foot feet yard kg kilogram > unit convert measurement
  gram pound lb ounce liter litre gallon ml celsius fahrenheit kelvin mph kmh acre > unit convert measurement
  hectare joule watt volt > unit convert measurement
  txt pdf docx csv xlsx json xml yaml md html log zip > file document
  xlsx xls csv > spreadsheet excel
  png jpg jpeg gif svg webp bmp logo poster banner thumbnail icon portrait selfie > image picture
  mp4 avi mov youtube tiktok vimeo > video
  mp3 wav flac > audio
  pizza burger sushi pasta noodle ramen taco burrito sandwich steak seafood barbecue bbq brunch > food restaurant
  dinner lunch breakfast hungry delicious cuisine buffet takeout chef italian mexican thai > food restaurant
  chicken beef pork lamb fish salmon shrimp tofu rice bread cake cookie chocolate > recipe ingredient cooking
  cheese egg potato tomato onion garlic carrot spinach mushroom salad soup curry sauce > recipe ingredient cooking
  dessert pie pancake bake roast grill fry vegetable vegetarian vegan gluten flour > recipe ingredient cooking
  butter sugar > recipe ingredient cooking
  coffee tea beer wine whiskey vodka gin rum cocktail margarita martini mojito juice smoothie > drink
  calorie protein carb fat vitamin keto fiber sodium cholesterol weight > nutrition diet
  headache fever cough cold flu pain ache nausea rash allergy asthma fatigue dizziness > health medical symptom
  sore throat infection injury > health medical symptom
  diabetes cancer covid hypertension arthritis alzheimer stroke pneumonia malaria tuberculosis > disease medical
  hiv hepatitis anemia > disease medical
  aspirin ibuprofen paracetamol acetaminophen antibiotic insulin penicillin pill prescription > drug medication
  dose dosage > drug medication
  anxiety depression stress burnout panic lonely loneliness grief trauma adhd > mental health therapy
  gym pushup squat cardio running jogging cycling swimming marathon muscle yoga pilates > fitness workout exercise
  stretching treadmill > fitness workout exercise
  football soccer basketball baseball hockey tennis golf cricket rugby volleyball nba nfl mlb nhl > sport team
  fifa olympics premier lakers warriors yankees arsenal chelsea liverpool barcelona champion > sport team
  championship tournament playoff > sport team
  messi ronaldo lebron curry federer nadal > player
  minecraft pokemon zelda mario fortnite roblox valorant dota overwatch playstation xbox nintendo steam > game
  chess sudoku tetris poker dungeon rpg > game
  hollywood bollywood marvel oscar thriller comedy horror documentary blockbuster trailer starring > movie film
  avatar inception titanic netflix > movie film
  sitcom netflix hbo season episode > tv series
  jazz rock pop rap hiphop classical edm metal reggae blues melody chorus taylor beatles spotify > music song
  concert band album guitar piano violin drum > music song
  novel fiction chapter shakespeare orwell tolkien rowling hemingway austen bestseller > book author
  naruto pokemon goku otaku > anime manga
  dog puppy cat kitten hamster rabbit parrot horse fish bird elephant lion tiger > animal pet
  rose tulip orchid tree seed soil cactus succulent > plant garden
  shirt dress jeans jacket coat skirt sweater shoe sneaker boot hat handbag suit hoodie > clothing fashion
  wardrobe > clothing fashion
  laptop phone smartphone iphone headphones earbuds tv television camera tablet monitor > product shopping
  keyboard watch smartwatch toy furniture sofa mattress refrigerator appliance gadget > product shopping
  toyota honda bmw audi mercedes ford tesla suv sedan truck motorcycle engine tire brake mileage vin > car vehicle
  dealership > car vehicle
  bedroom bathroom apartment condo villa studio townhouse landlord tenant > house property real estate
  neighborhood rent mortgage > house property real estate
  vacation honeymoon backpacking sightseeing itinerary luggage passport beach island resort roadtrip > travel trip
  airline boeing jfk lax sfo heathrow layover economy nonstop > flight airport
  suite hostel resort checkin marriott hilton > hotel
  subway metro bus train tram ferry taxi uber commute drive > transport route
  rain rainy snow sunny cloudy storm umbrella humid wind windy thunderstorm hurricane > weather forecast
  temperature hot cold degrees > weather forecast
  mars venus jupiter saturn mercury uranus neptune pluto moon galaxy nebula telescope rocket > astronomy space
  spacex asteroid eclipse meteor > astronomy space
  aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius > zodiac horoscope astrology
  pisces mercury retrograde > zodiac horoscope astrology
  hydrogen oxygen carbon nitrogen helium sodium iron copper gold uranium molecule acid compound > chemical element
  gravity velocity acceleration momentum quantum relativity > physics
  cell dna rna protein gene genome bacteria virus evolution enzyme > biology
  algebra geometry calculus equation polynomial quadratic fraction integral derivative matrix logarithm > math
  sine cosine theorem arithmetic > math
  mean median mode variance deviation regression correlation > statistics
  ancient medieval roman empire war century napoleon civilization dynasty > history
  jesus christ god church prayer gospel psalm genesis moses verse > religion bible
  allah muhammad surah mosque ramadan prayer > religion quran islam
  lawsuit sue court attorney contract copyright trademark divorce tenant liability statute > law legal
  president congress senate election parliament minister democrat republican > government politics
  startup ceo founder merger acquisition ipo > company business
  engineer developer designer nurse accountant analyst internship freelancer hiring recruiter remote > job career
  university college professor lecture homework essay thesis exam degree tutor syllabus > education learn
  kindergarten > education learn
  arxiv pubmed journal citation abstract doi thesis scholar > paper research
  headline breaking cnn bbc nyt reuters journalist newspaper > news
  gmail outlook inbox recipient subject cc bcc > email
  whatsapp telegram slack discord wechat messenger sms dm > message chat
  twitter tweet facebook instagram linkedin reddit tiktok pinterest weibo hashtag influencer > social media post
  follower > social media post
  com www http https html homepage landing blog wordpress > website url webpage
  google bing duckduckgo yahoo internet online > search web
  github gitlab commit branch merge readme > git repository
  mysql postgres postgresql sqlite mongodb redis bigquery snowflake > database sql
  aws azure gcp ec2 lambda > cloud
  docker pod helm namespace > container kubernetes
  nginx apache linux ubuntu ssh vps > server deploy
  hacker malware phishing cve exploit firewall > security vulnerability
  alexa thermostat bulb lights lamp vacuum > smart home device
  paypal stripe venmo visa mastercard > payment
  mortgage refinance debt apr installment > loan credit
  irs deduction refund vat > tax
  etf bond dividend 401k mutual fund hedge > investment portfolio
  premium deductible claim > insurance
  picasso gogh monet rembrandt sculpture museum canvas watercolor > art painting
  logo banner poster flyer canva figma mockup ui ux font palette > design
  histogram scatter pie bar heatmap treemap dashboard > chart visualization
  powerpoint pptx keynote deck slideshow > presentation slides
  essay blog article poem letter story speech script caption > writing text
  funny laugh humor pun > joke
  girlfriend boyfriend crush tinder relationship partner marriage > love dating
  kid toddler baby son daughter newborn > child
  concert festival theater theatre musical gig stadium broadway conference expo > event ticket
  nonprofit ngo fundraiser volunteer > charity donation
  climate emission carbon recycling pollution sustainability > environment
  solar electricity battery wind nuclear grid > energy
  dial voicemail mobile cellphone > phone call
  gps latitude longitude directions nearby nearest closest > map location
  mr mrs dr john alice bob > person people
  red blue green yellow purple orange pink black white hex rgb > color
  com net org io whois > domain dns
`;
