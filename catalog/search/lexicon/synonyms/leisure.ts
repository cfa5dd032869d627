/** Sport, games, music, films, pictures, news, books and social media. */
export const leisure = `
  sport game
  sport match
  match game
  football soccer
  soccer league
  basketball nba
  baseball mlb
  hockey nhl
  nfl superbowl > football
  tennis golf cricket rugby > sport
  olympics > sport
  team club
  player athlete
  coach trainer
  score result
  fixture schedule
  league tournament
  tournament championship cup
  game play
  steam xbox playstation nintendo > game
  minecraft fortnite roblox > game
  chess > game
  puzzle riddle > game
  dice random
  coin flip
  lottery lotto
  bet odds
  casino gambling > bet
  music song
  music audio
  song track
  song lyric
  playlist music
  playlist song
  spotify soundcloud > music
  album song
  artist singer
  artist band
  musician band
  concert gig > event music
  concert ticket
  podcast episode
  radio station
  melody chord guitar piano > music
  movie film
  movie cinema
  cinema theater theatre
  netflix hulu disney > movie tv
  imdb > movie
  tv television
  tv show
  series show
  episode season
  actor actress
  actor cast
  director movie
  trailer movie
  anime manga > cartoon
  comic marvel > character
  video clip
  video footage
  video youtube
  youtube vimeo tiktok > video
  subtitle caption
  subtitle transcript
  stream live
  image picture
  image photo
  photo photograph
  image figure
  img pic jpg jpeg png gif > image
  thumbnail image
  camera photo
  background image
  logo icon
  meme > image
  wallpaper image
  artwork art
  art painting
  museum art
  gallery museum
  exhibition museum
  sculpture > art
  color colour
  palette color
  font typography
  speech voice
  speech audio
  voice audio
  tts > speech text
  stt > speech transcribe
  transcribe transcription
  transcript text
  audio sound
  sound noise
  wav > audio
  mov avi > video
  dictation > speech transcribe
  microphone > audio
  news headline
  news article
  headline article
  newspaper journalist press > news
  article blog
  blog post
  magazine article
  happening > event news
  book novel
  book reading
  ebook kindle > book
  book author
  library book
  author writer
  publisher book
  story tale
  story fiction
  story narrative
  poem poetry
  verse poem
  quote quotation
  quote inspiration
  quote saying
  motivation inspiration
  proverb > quote
  joke funny
  joke humor
  pun laugh comedy > joke
  fact trivia
  trivia quiz
  horoscope zodiac
  horoscope astrology
  tarot fortune
  numerology > horoscope
  name baby
  love romance
  dating relationship
  tweet twitter
  tweet post
  post status
  facebook instagram twitter linkedin reddit mastodon bluesky > social post
  instagram photo
  linkedin > profile job
  reddit > post
  hashtag tag
  social network
  follower friend
  friend contact
  influencer creator
  viral trending
  profile bio
  movie film cinema imdb
  tv show series episode television
  actor director cast
  anime manga
  netflix streaming
  song music track tune
  album artist
  artist singer band musician
  playlist spotify
  guitar chord piano
  youtube video channel
  subtitle caption transcript
  book novel ebook reading
  story tale fiction narrative
  poem poetry verse rhyme
  joke funny humor
  puzzle riddle crossword
  dice random roll
  casino gambling bet
  sport team match league score
  football soccer nfl
  tennis golf
  wallpaper background
  photo camera photography
  art artwork painting
  comic cartoon
  avatar character
  cosplay costume
  horoscope zodiac astrology
  tarot card reading divination
  dream interpretation
  bible scripture verse christian
  quran islam muslim prayer
  god religion spiritual
  philosophy stoic
  genealogy family ancestry
  love romance dating relationship
`;
