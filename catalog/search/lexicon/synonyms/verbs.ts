/** What is done to things. */
export const verbs = `
  create make new add
  create generate produce build
  create open register
  add insert append include put
  add attach assign
  delete remove erase discard drop destroy
  delete purge wipe clear clean
  delete trash bin
  fetch retrieve obtain read
  fetch pull load grab
  read view show display see
  open view show
  find search lookup query look seek
  find discover locate
  search browse explore
  list enumerate show index
  update edit modify change alter
  update set adjust
  update refresh sync synchronize synchronise
  edit revise rewrite correct
  fix repair correct resolve
  replace substitute swap exchange
  rename name
  send deliver transmit
  send post submit publish
  send forward relay
  share publish distribute
  notify alert inform tell ping warn
  remind nudge
  run execute launch invoke
  run start trigger kick
  start begin initiate launch
  start boot activate
  stop kill terminate end halt
  stop pause suspend freeze
  resume continue unpause
  restart reboot reload relaunch
  finish complete close end
  cancel abort revoke
  cancel unsubscribe terminate
  deploy release ship rollout publish
  rollback revert undo restore
  schedule plan arrange
  schedule book appointment
  postpone delay reschedule defer snooze
  subscribe follow watch
  unsubscribe unfollow
  upload attach import
  upload push put
  download save export
  save store keep persist
  backup snapshot archive
  restore recover undelete
  convert transform change turn
  convert transcode encode
  compare diff versus vs
  compare contrast difference
  summarize summarise summary digest
  summarize recap overview tldr
  shorten condense abridge
  explain describe clarify
  translate localize
  paraphrase rephrase reword rewrite
  analyze analyse analysis analytics examine
  inspect examine look check
  check verify validate
  check test
  review inspect assess evaluate
  evaluate assess grade score
  estimate approximate guess
  calculate compute
  count number tally
  measure benchmark
  predict forecast project
  recommend suggest propose
  detect recognize recognise identify
  classify categorize categorise label
  sort order rank arrange
  filter select narrow
  merge combine join
  join concatenate append
  split divide separate
  group cluster aggregate
  extract parse pull
  scrape crawl extract spider
  copy duplicate clone replicate
  move transfer relocate migrate
  compress zip shrink
  decompress unzip extract unpack
  encrypt encode cipher
  decrypt decode decipher
  encode decode
  sign signature
  approve accept confirm
  confirm verify
  reject decline deny refuse
  allow permit grant enable
  block ban deny forbid
  enable activate
  disable deactivate off
  toggle switch
  lock unlock
  connect link attach pair
  disconnect detach unlink
  monitor watch observe
  track trace follow
  record capture log
  assign allocate delegate
  register enroll signup
  login signin authenticate logon
  logout signout logoff
  buy purchase order
  buy shop
  sell vend
  pay payment checkout
  refund reimburse return
  rent hire lease
  reserve book
  donate charity give
  draw sketch paint
  draw render plot
  design style
  crop trim cut
  resize scale shrink enlarge
  rotate flip turn
  click tap press
  type enter input fill
  scroll swipe
  navigate visit goto open
  listen hear
  speak say talk
  speak tell
  write compose draft
  write author
  write save
  reply respond answer
  reply comment
  ask question
  ask request
  solve solution
  practice practise train drill
  teach learn tutor
  learn study
  play stream
  rate review
  vote poll
  favorite favourite bookmark
  pin bookmark star
  mute silence
  hide conceal
  increase raise grow
  decrease reduce lower cut
  optimize optimise improve enhance
  improve better polish
  clean tidy cleanup
  configure set setup config
  setup install configure
  install add
  uninstall remove
  upgrade update
  provision create
  mount attach
  debug troubleshoot diagnose
  log track
  simulate model
  generate synthesize synthesise
  visualize visualise plot chart
  brainstorm idea
  lend loan
  borrow loan
  submit file
  apply application
  print printer
  scan scanner
  exercise workout
  delete remove erase discard drop purge clear wipe
  create add new make insert generate
  find search lookup query look discover seek locate explore
  list enumerate
  show display view present
  update edit modify change set alter revise adjust
  send post deliver dispatch submit
  start launch begin initiate boot
  stop halt terminate kill end shutdown
  open launch
  close shut
  pause suspend
  resume continue
  execute run invoke perform
  install setup
  restore recover
  move relocate transfer
  rename retitle
  merge combine join concatenate concat unite
  split divide separate partition
  compare diff difference versus
  filter narrow refine
  count number total tally
  calculate compute determine evaluate
  estimate approximate forecast predict projection
  convert transform conversion change
  summarize summary abstract digest condense gist
  check verify validate confirm inspect examine
  measure gauge
  record log
  schedule plan arrange book
  cancel abort
  join enroll register signup
  leave quit exit
  login signin authenticate auth
  logout signout
  share distribute
  import load ingest
  print output
  scan detect
  detect recognize identify recognition
  generate produce create synthesize
  proofread grammar spelling correct
  suggest recommend propose advise
  rate review score evaluate
  upvote favorite
  block ban
  enable activate turn
  disable deactivate
  connect link
  disconnect unlink
  ping reachable
  navigate goto visit browse
  parse extract
  compress zip archive pack
  render display
  rotate flip
  play listen watch stream
  remind alarm alert
  notify notification alert
  answer reply respond response
  comment reply remark
  call phone dial telephone
  learn study teach tutor lesson course
  practice exercise training
`;
