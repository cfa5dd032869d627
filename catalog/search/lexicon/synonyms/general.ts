/** Words for any kind of thing, and trades with few tools of their own. */
export const general = `
  usage consumption utilization
  usage quota
  resource asset
  requirement prerequisite criteria
  specification requirement
  admin administrator
  administration management
  manage control administer
  goal target objective
  milestone goal
  leaderboard ranking standing
  champion winner
  community forum
  alternative option substitute
  choice option selection
  decide decision choose
  pick choose select
  glossary terminology term
  privacy gdpr
  emergency urgent
  bulk batch multiple
  multiple several many
  automatic automate auto
  manual handbook
  capability feature ability
  feature functionality
  attribute characteristic trait
  value amount
  value worth
  default standard
  custom personalized
  essential important key
  important critical priority
  critical severe
  risk hazard danger
  safety hazard
  prevent avoid
  protect guard
  change difference
  change variation
  effect impact influence
  cause reason
  purpose intent
  method approach technique
  procedure process step
  strategy plan
  phase stage step
  initialize setup
  instant immediate realtime
  live realtime
  pending waiting
  wait delay
  late delay
  quick fast rapid speed
  easy simple
  hard difficult difficulty
  large big huge
  small little tiny
  short brief
  long lengthy
  full complete entire whole
  partial part section
  part component piece
  empty blank null
  missing absent lost
  duplicate redundant dedupe
  unique distinct
  exist check
  permanent forever
  temporary temp
  main primary
  secondary backup
  internal private
  public open
  hidden secret
  official government
  professional expert
  beginner newbie > tutorial
  together combine
  hint tip advice
  advice guidance recommendation
  suggestion idea
  recommendation similar
  conflict dispute
  agreement deal
  approval permission
  request demand
  ask inquire query
  inquiry question
  scene environment
  layout grid
  layer map
  canvas board
  shape figure polygon
  position rank
  position location coordinate
  order sequence
  sequence series
  series trend
  timeline history
  timeline feed
  feed post
  thread post
  version revision
  revision history
  interval frequency
  threshold limit
  limit maximum
  indicator metric
  kpi goal > metric
  signal indicator
  pattern trend
  anomaly outlier alert
  accuracy precision
  confidence probability
  quality rating
  star rating
  efficiency performance
  complexity difficulty
  density mass
  pressure force
  nonprofit charity ngo
  volunteer charity
  procurement purchase supplier
  tender bid procurement
  auction bid
  warehouse logistics
  logistics shipping
  freight cargo > shipping
  customs tariff > import export trade
  manufacturer maker
  factory plant
  industry sector
  startup company
  acquisition merger
  investor shareholder
  holding ownership
  revenue growth
  churn retention > customer
  loyalty reward point
  franchise brand
  franchise team
  freelancer contractor > job
  agency agent
  surgery surgical
  psychiatry psychiatric > mental
  infection virus disease
  cancer tumor
  heart cardiac
  eye vision
  ear hearing
  tooth teeth > dental
  bone skeleton
  brain neuroscience
  hormone insulin > medical
  diabetes > disease blood
  prescription medication
  elderly senior
  disabled > accessibility
  neighborhood area district
  park nature
  beach island mountain hiking > travel outdoor
  camping campsite campground
  ski snowboard > snow sport
  surf wave
  race competition
  contest competition
  competition tournament
  prize award
  award oscar grammy
  celebrity > actor person
  biography > person author
  genre category
  scene movie
  script screenplay
  comedy drama thriller horror > movie genre
  documentary > movie
  rock jazz pop rap > music genre
  instrument music
  lyric text
  beat tempo bpm
  dance music
  sticker emoji
  gif animation
  animation video
  avatar profile image
  portrait face
  face facial
  ocr recognition
  handwriting > ocr text
  object detection
  filter effect
  brightness contrast saturation > image adjust
  watermark > image
  vector svg
  icon svg
  sprite game
  architecture blueprint
  interior room
  kitchen > cooking home
  tool equipment
  hardware component
  circuit electronic
  arduino raspberry iot > device
  bluetooth > device
  keyboard type
  mouse click
  cursor mouse
  screen display
  window desktop
  clipboard copy paste
  paste insert
  undo redo
  shortcut key
  locale language
  locale region
  currency locale
  isbn > book
  barcode > product
  sku > product
  serial number
  license plate
  plate vehicle
  tracking shipment
  waybill > shipment
  today current now latest recent live
  past previous earlier
  recent latest new
  popular top best
  random arbitrary
  available vacancy
  remaining left balance
  list catalog collection
  category tag label genre
  image ocr text
  convert format
`;
