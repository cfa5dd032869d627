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
`;
