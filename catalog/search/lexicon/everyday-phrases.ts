/** What people say of everyday things and of work without naming them, in the form that `readPhrases` reads. */
export const everydayPhrases = `
  whats inside / what is inside / what is in / peek at / peek into / skim through > content read list
  put on paper / put in writing / type up / write up > write document
  tidy up / clean up / make room / free up / clear space > delete clean
  heads up / give a shout / shoot a message / keep in the loop / keep posted / spread the word > notify message send
  shoot an email / drop an email / drop an e-mail / write back > email send
  loop in / bring in / cc in > invite add
  get together / get everyone together / sit down with / catch up with / meet up > meeting schedule calendar
  block time / block off / pencil in / save the date > calendar event schedule
  up and running / still alive / still up / is it down / is it up / in good shape > health status check
  acting up / not working / stopped working / not responding / on fire / blew up / blown up / fell over > error incident log
  what went wrong / go wrong / goes wrong / run into > error log
  on call > incident alert
  who changed / who touched / last touched / who wrote / who broke > commit history author
  how are we doing / how did we do / how are things going / how do the numbers look > metric report
  money coming in / money did we make / money we made / did we sell / how well did > revenue sales
  as a picture / in a picture / draw a picture / see it visually / put on a graph > chart image
  more machines / more capacity / cannot keep up / cant keep up / handle more traffic / handle the load > scale capacity
  go back in time / the way it was / as it was before / previous state / start over > restore rollback
  over time / going up / going down / ups and downs > trend
  in plain english / in simple terms / in plain words / for dummies > explain summarize
  in other words / say it differently / another way to say > paraphrase
  how do you say / how do i say / the word for / say it in / put it into > translate language
  side by side / stack up / measure up / which is better > compare
  come next / look like next / in the future / expect next / where are we heading > forecast predict
  sign off / give the green light / green light / thumbs up > approve
  start fresh / clean slate / from scratch > create reset
  google it / read up on / on the web / on the internet > web search
  hand over / hand off > assign transfer
  pass on / pass along > forward
  double check / cross check > verify check
  speed up / too slow / take forever > performance optimize
  hook up / plug in / wire up > connect
  odd one out / out of the ordinary / looks odd / looks strange / looks off / out of line > anomaly detect
  running out of / ran out of / run low > capacity usage inventory
  every morning / every day / every week / every hour / once a day / once a week / every night > schedule cron
  put away / stash away / file away > save archive
  put out / put up > publish post
  piece together / stick together / stitch together > merge combine
  chop up / cut up / break up / break into > split
  most of all / at the top > top rank
  whose birthday > birthday date
  spell out / walk me through > explain
  sounds like / look similar / kind of like > similar
  owe > debt balance invoice
  in the mail / on its way / where is my order / where is my package > shipment tracking
  pick up from / drop off > delivery
  get a ride / need a ride / give me a ride > ride taxi
  fall asleep / good night sleep > sleep
  good read > book
  kill time / bored > game movie
  stay in touch > contact
  pay day / payday > salary
  piece of clothing > clothing
  sense of humor / make me laugh / cheer me up > joke
  out loud > speech voice
  roof over > house
  upside down > rotate flip
  brighter / darker > brightness
`;
