/** Mail, meetings, tasks, customers, money of a company, documents and data. */
export const office = `
  email mail
  email message
  inbox mailbox > email
  gmail outlook imap smtp > email
  newsletter > email campaign
  unread > email message
  sender recipient > email
  cc bcc > email
  spam junk
  signature email
  message text sms
  message chat
  dm > message
  slack discord teams telegram whatsapp wechat > message channel
  chat conversation
  thread conversation discussion
  channel room
  sms phone
  phone telephone number
  phone call
  call dial
  voicemail > call phone
  contact address
  contact person people
  colleague coworker teammate > user member
  boss manager
  team group
  organization company organisation
  company business firm
  department division
  workspace project
  space workspace
  board kanban
  trello asana jira linear clickup todoist monday > task project
  project task
  task todo
  task assignment
  todo checklist list
  deadline due
  priority urgent importance
  assignee owner
  subtask task
  epic sprint > task project
  calendar schedule
  calendar agenda
  event calendar
  event meeting
  meeting appointment
  meeting call conference
  meeting invite
  zoom webinar > meeting
  availability free slot
  busy free
  attendee participant guest
  reminder alarm
  reminder alert notification
  alarm timer
  timer countdown
  note memo
  note notebook
  notion evernote onenote > note page
  journal diary
  wiki knowledge
  confluence > wiki page
  page document
  document paper
  word document
  paragraph section
  heading title
  title name
  title headline
  table spreadsheet
  table cell row column
  spreadsheet sheet excel
  spreadsheet workbook
  excel workbook xlsx
  cell range
  formula function
  chart graph plot
  chart diagram
  bar pie histogram scatter > chart
  flowchart mindmap > diagram
  diagram mermaid
  diagram flow
  presentation slide deck
  powerpoint presentation
  report summary
  report analysis
  form survey questionnaire
  survey poll
  feedback review comment
  template form
  print pdf
  contract agreement
  customer client
  customer contact
  customer account
  crm > customer contact
  salesforce hubspot attio zoho > crm customer
  lead prospect
  deal opportunity
  sale revenue
  sales deal
  pipeline deal
  support ticket
  helpdesk zendesk intercom > ticket support
  complaint complain > ticket feedback
  order shipment
  shipment delivery shipping package
  parcel package delivery
  fedex ups dhl > shipment
  delivery courier
  inventory stock warehouse
  supplier vendor
  product item
  product goods merchandise
  catalog product
  invoice bill
  invoice payment
  receipt invoice expense
  payment transaction
  paypal stripe > payment
  transaction transfer
  subscription plan
  subscription membership
  checkout cart
  cart basket
  budget expense
  expense spending cost
  accounting bookkeeping > finance
  ledger accounting
  revenue income
  profit earnings margin
  payroll salary
  salary wage pay
  salary income
  tax irs
  tax vat
  finance financial
  audit review
  employee staff worker
  employee personnel hr
  hr recruitment
  recruit hire
  candidate applicant
  job career employment
  job vacancy position
  job work
  resume cv
  interview candidate
  leave vacation holiday
  onboarding employee
  marketing advertising
  campaign marketing
  ad advertisement
  ad campaign
  audience segment
  analytics traffic
  analytics insight
  insight trend
  visitor traffic
  conversion funnel
  statistics stat
  data dataset
  data record
  list collection
  category type
  tag label
  tag category
  detail info information
  information data
  overview summary
  history past historical
  history record
  recent latest newest
  recent last
  current now latest
  today date
  today daily
  upcoming future next
  previous past last
  old past
  popular trending hot
  popular top
  best top
  total sum
  average mean
  maximum max highest
  minimum min lowest
  amount quantity
  number amount
  percent percentage ratio
  size dimension
  size length
  limit quota
  remaining left
  balance account
  similar related alike
  archive old
  group category
  member participant
  user person
  person individual
  author creator
  owner creator
  comment note
  message chat text sms dm
  slack discord teams channel
  post status feed
  facebook instagram linkedin social
  hashtag trend
  newsletter mailing
  contact address phone
  calendar schedule event agenda appointment
  meeting appointment conference call
  note memo notebook
  project board workspace
  member user participant
  employee staff worker personnel
  manager supervisor boss
  lead prospect crm
  company business firm corporation enterprise organization
  startup founder
  job career employment vacancy position opening
  recruit hire candidate
  salary wage pay income compensation
  invoice bill receipt
  form survey questionnaire poll
  vote ballot election
  mindmap mind map
  flowchart diagram flow
  logo brand icon
  slogan tagline
  domain website name
  seo keyword ranking
  advertisement ad marketing campaign promotion
  analytics insight traffic
`;
