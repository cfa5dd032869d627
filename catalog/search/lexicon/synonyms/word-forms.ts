/** Forms of one word that cutting endings keeps apart, and words made from each other. */
export const wordForms = `
  buy bought purchase
  send sent
  write wrote written
  make made
  find found
  run ran
  got gotten
  give gave given
  take took taken
  see saw seen view
  know knew known
  think thought
  tell told
  say said
  speak spoke spoken speech
  teach taught
  sell sold sale
  build built
  break broke broken
  choose chose chosen choice
  draw drew drawn
  drive drove driven driver
  eat ate eaten
  fall fell fallen
  fly flew flown flight
  forget forgot forgotten
  grow grew grown growth
  hide hid hidden
  hold held
  keep kept
  lose lost loss
  meet met
  pay paid payment
  rise rose risen
  sing sang sung song singer
  sleep slept
  spend spent
  stand stood
  steal stole stolen theft
  swim swam
  throw threw thrown
  understand understood
  wear wore worn
  win won winner
  begin began begun
  child children
  person people
  man men
  woman women
  foot feet
  tooth teeth dental dentist
  mouse mice
  life lives
  leaf leaves
  analyze analyse analysis analytics
  synthesize synthesis
  diagnose diagnosis diagnostic
  summarize summary
  criterion criteria
  index indices
  vertex vertices
  basis bases
  crisis crises
  hypothesis hypotheses
  datum data
  medium media
  describe description
  subscribe subscription
  prescribe prescription
  inscribe inscription
  decide decision
  explode explosion
  expand expansion
  extend extension
  permit permission
  submit submission
  admit admission
  receive receipt reception
  perceive perception
  assume assumption
  consume consumption
  produce production
  reduce reduction
  introduce introduction
  destroy destruction
  repeat repetition
  compete competition competitor
  multiply multiplication
  classify classification
  verify verification
  notify notification
  modify modification
  specify specification
  clarify clarification
  qualify qualification
  identify identification identity
  simplify simplification
  solve solution solver
  resolve resolution
  dissolve solubility
  maintain maintenance
  explain explanation
  proceed process procedure
  succeed success
  fail failure
  deliver delivery
  discover discovery
  recover recovery
  inquire inquiry enquiry
  enter entry entrance
  depart departure
  behave behavior behaviour
  grow growth
  weigh weight
  high height tall
  long length
  wide width
  deep depth
  strong strength
  hot heat
  warm warmth
  true truth
  young youth
  safe safety
  able ability
  dense density
  frequent frequency
  accurate accuracy
  urgent urgency
  private privacy
  free freedom
  day daily
  year annual
  optimize optimise
  organize organise
  visualize visualise
  customize customise
  center centre
  theater theatre
  catalog catalogue
  favorite favourite
  license licence
  gray grey
  program programme
  catch caught
  bring brought
  fight fought
  freeze froze frozen
  shoot shot
  wake woke woken
  deal dealt
  lend lent
  ride rode ridden
  ring rang rung
  shrink shrank shrunk
  spin spun
  sweep swept
  forbid forbade forbidden
  rewrite rewrote rewritten
  undo undid undone
  overwrite overwrote overwritten
  withdraw withdrew withdrawn
  strike struck
  born birth
  die dead death deceased
  marry marriage wed
  bacterium bacteria bacterial
  fungus fungi fungal
  axis axes
  radius radii
  alumnus alumni
  phenomenon phenomena
  spectrum spectra spectral
  shelf shelves
  knife knives
  wolf wolves
  goose geese
  half halves
  thief thieves steal
  labour labor
  aluminium aluminum
  sulphur sulfur
  paediatric pediatric
  anaesthesia anesthesia
  tumour tumor
  odour odor
  flavour flavor
  neighbour neighbor
  harbour harbor
  honour honor
  mum mom mother
  dad father
  dialogue dialog
  artefact artifact
  aeroplane airplane
  localise localize
  normalise normalize
  minimise minimize
  maximise maximize
  tokenise tokenize
  randomise randomize
  initialise initialize
  finalise finalize
  capitalise capitalize
  digitise digitize
  monetise monetize
  authorise authorize
  anonymise anonymize
  personalise personalize
  memorise memorize
  lat latitude
  lng lon longitude
  addr address
  qty quantity
  pct percent
  avg average
  num number
  str string
  int integer
  bool boolean
  msg message
  lang language
  dir directory
  desc description
  src source
  dest destination
  cfg config
  prod production
  infra infrastructure
  pkg package
  tmp temporary
  prev previous
  ref reference
  org organization
  del delete
  rm remove
  mv move
  cp copy
  mkdir > directory
  grep > search
  datetime timestamp
  datetime date time
  username login
  username account
  uuid guid > identifier
  pagination > page
  preview thumbnail
  preview view
  reset restart
  reset clear
  remember memory
`;
