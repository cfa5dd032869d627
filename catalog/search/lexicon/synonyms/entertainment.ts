/** Sport, games, stage, music, pictures and what is posted of them. */
export const entertainment = `
  scoreboard scorecard > score
  touchdown homerun goalkeeper striker quarterback pitcher > player
  lineup roster squad > team
  referee umpire > match
  halftime inning kickoff > match
  halfback midfielder > player
  boxing ufc wrestling judo karate mma > fight
  archery fencing gymnastics badminton > sport
  handball lacrosse > sport
  grandprix nascar motogp > race
  tee > golf
  wicket batsman ipl > cricket
  bookmaker sportsbook > odds bet
  esports twitch streamer > game
  quest npc loot > game
  warcraft diablo skyrim elden > game
  unreal godot > game
  hangman wordle scrabble > game
  bingo solitaire blackjack roulette > game
  monopoly catan boardgame > game
  charades > game
  pokedex pikachu > pokemon
  dnd > character
  cartoonist manhwa webtoon > comic
  superhero batman spiderman superman > comic
  showtime matinee > movie
  filmmaker filmography > movie
  screenwriter > script
  emmy > award
  soundtrack ost > music
  remix dj > music
  orchestra symphony opera mozart beethoven bach > music
  karaoke > song
  vinyl discography > album
  ukulele saxophone trumpet cello > instrument
  tuner > instrument
  metronome > tempo
  midi daw ableton > music
  shazam > song
  audiobook audible > book
  goodreads > book
  bookstore bookshop > book
  paperback hardcover > book
  bibliophile reader > reading
  librarian > library
  novelist poet > author
  haiku sonnet limerick > poem
  fable fairytale myth > story
  mythology zeus odin > myth
  comedian > comedy
  prank > joke
  brainteaser > puzzle
  icebreaker > question
  natal > astrology
  psychic clairvoyant > fortune
  rune > divination
  photoshoot > photo
  lightroom photoshop gimp > image
  polaroid > photo
  headshot > photo
  collage mosaic > image
  illustrator > drawing
  caricature > portrait
  calligraphy > font
  hue > color
  solidworks autocad freecad > design
  sculpt > sculpture
  vlog vlogger > video
  capcut > video
  montage timelapse > video
  dub voiceover > voice speech
  snapchat > social
  retweet repost > post
  reel > video
  dms > message
  clickbait > trend
  subreddit redditor > reddit
  gossip paparazzi > celebrity
  newsroom editorial > news
  broadcast tv
  hackernews > news
  newsfeed > news
  crossfade > audio
  denoise reverb equalizer > audio
  loudness decibel > volume
  amplify louder quieter > volume
  ballet > dance
  aperture > camera
  bundesliga laliga > football
  louvre > museum
  parlay moneyline > bet odds
`;
