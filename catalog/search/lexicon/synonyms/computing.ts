/** Files, code, operations, data, security and networks. */
export const computing = `
  file document doc
  directory folder
  directory path
  path location
  filename name
  filesystem disk drive
  pdf docx > document
  docx odt > word
  xlsx xls csv tsv > spreadsheet
  pptx ppt > presentation slide
  readme > document file
  txt > text file
  zip tar gz rar > archive
  archive compress
  content text body
  line row
  extension format
  binary executable
  metadata property attribute
  repository repo codebase
  repository project
  github gitlab bitbucket > repository git
  git version
  commit change
  commit history
  branch ref
  tag release
  fork clone
  pr pull merge
  mr merge
  review approve
  issue bug ticket
  bug defect
  bug error
  issue problem
  milestone sprint
  backlog story
  diff patch change
  code program source
  code snippet
  script program
  function method
  class object
  variable env
  package library dependency module
  npm pypi pip cargo maven > package
  sdk library
  plugin extension addon
  framework library
  programming coding developer
  python javascript typescript java rust golang ruby php > code programming
  compile build
  build ci
  ci pipeline workflow
  workflow automation
  jenkins > build job
  job task
  cron schedule
  release version
  environment env
  staging production > environment
  container docker
  container pod
  kubernetes cluster
  kubectl helm > kubernetes
  pod deployment replica > kubernetes
  image container
  vm instance machine server
  server host machine
  server node
  lambda serverless function
  cloud aws azure gcp
  bucket > storage
  bucket storage object
  storage disk space
  blob object
  terraform > infrastructure
  load balancer
  cdn cache
  cache memory
  ram memory
  memory knowledge graph
  cpu processor
  gpu > compute
  api endpoint service
  api interface
  webhook callback hook
  rest http graphql > api
  request call
  response reply
  header > http
  url link address
  url uri
  token key secret credential
  database db
  database sql
  mysql postgres postgresql sqlite mariadb oracle mongodb mongo redis supabase > database
  sql query
  table relation
  table dataset
  column field attribute
  row record entry
  record entry item
  schema structure
  schema migration
  join relation
  collection table
  document record
  index search
  nosql mongodb
  warehouse bigquery snowflake > database
  vector embedding
  queue message
  kafka rabbitmq sqs > queue
  topic channel
  event stream
  log trace
  log journal
  metric measurement statistic
  metric kpi
  alert alarm
  prometheus grafana datadog > metric monitor dashboard
  sentry > error
  dashboard report
  uptime downtime outage > status
  health status
  incident outage
  incident alert
  error exception failure
  error fail
  crash error
  stacktrace traceback > error
  performance speed latency
  slow > performance
  status state
  progress status
  setting preference option
  parameter argument
  flag option
  permission access right
  permission privilege
  role permission
  acl policy > permission
  policy rule
  auth authentication authorization
  oauth sso > authentication
  login auth
  password passphrase
  password credential secret
  otp mfa > authentication code
  user account
  user member
  account profile
  identity user
  session login
  security safety
  vulnerability cve exploit
  vulnerability security
  malware virus trojan ransomware > threat security
  phishing spam > security email
  threat attack
  hack breach leak > security
  firewall > network security
  scan audit
  audit compliance
  hash checksum digest
  sha > hash
  certificate ssl tls cert
  network net
  ip > address network
  ip geolocation
  dns nameserver
  dns record
  domain hostname
  domain website
  whois > domain
  ping traceroute > network
  port > network
  vpn proxy
  bandwidth traffic
  wifi wireless
  subnet cidr > network
  website site web
  website webpage page
  html css > web page
  browser chrome firefox safari
  browser browse
  browser automation
  playwright puppeteer selenium > browser
  screenshot capture
  screenshot snapshot
  tab window
  button element
  form field
  cookie session
  google bing duckduckgo > search web
  internet web online
  seo keyword
  seo ranking backlink
  sitemap > website
  rss feed
  scraping scraper crawler
  software app application
  mobile phone
  android ios > mobile app
  device hardware
  laptop computer pc
  os operating system
  windows linux macos > system
  process pid
  command shell terminal
  bash cli > command shell
  model ai llm
  gpt claude llm > model ai
  chatbot bot assistant
  agent assistant
  prompt instruction
  ml machine
  neural network
  json yaml xml toml > format
  json parse
  markdown md
  regex pattern
  string text
  array list
  barcode qr
  emoji > unicode
  ethereum solana bitcoin > blockchain crypto
  contract blockchain
  nft > blockchain
  wallet blockchain
  figma > design
  mockup wireframe prototype > design
  ui interface component
  frontend > web ui
  backend > server api
  test qa
  unittest pytest jest > test
  coverage test
  lint linter > code
  documentation docs reference
  documentation guide manual
  changelog > release
  tutorial guide
  example sample
  template boilerplate
  directory folder path
  contents text
  picture image photo photograph img figure
  screenshot capture snapshot
  video clip footage film
  audio sound voice recording
  email mail inbox gmail outlook message
  pdf document
  word docx document
  spreadsheet excel xlsx workbook worksheet sheet
  table csv
  cell row column
  slide presentation powerpoint pptx deck
  paragraph text
  font style
  image watermark
  commit revision
  issue bug ticket defect
  code program script snippet source
  documentation docs manual guide reference
  api endpoint interface
  database db sql mysql postgres sqlite
  query sql select
  schema table column
  cache redis memory
  queue kafka
  server host machine instance
  container docker image
  kubernetes pod cluster
  bucket storage
  lambda serverless
  domain dns hostname whois
  ip address
  network connection internet
  port socket
  firewall security
  certificate ssl tls https
  vulnerability cve exploit weakness
  password credential secret passphrase
  token key
  error exception failure fault crash
  metric statistics stats
  performance speed benchmark latency
  disk storage drive
  process task job
  environment env variable
  configuration config setting preferences options
  permission access role privilege
  json xml yaml
  html webpage css
  link url hyperlink
  website site webpage web page
  browser chrome tab
  search engine google bing duckduckgo
  bookmark favorite
  qr code barcode
  terminal shell command bash cli
  workflow automation pipeline
  webhook callback
  model llm ai gpt
  machine learning ml
  paper article research publication academic scholar arxiv journal study
  citation reference bibliography
  patent invention
`;
