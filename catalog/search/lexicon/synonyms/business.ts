/** Staff, meetings, sales, stores and marketing, by the words of those trades. */
export const business = `
  workforce headcount > employee
  turnover attrition > employee
  roster > schedule
  absence > leave
  glassdoor > job
  occupation profession vocation > job career
  apprentice apprenticeship traineeship > internship
  layoff fired sacked > employee
  retrospective retro standup > meeting
  rsvp > invite
  calendly > schedule
  gcal ical ics > calendar
  recurring > schedule
  gantt roadmap > project
  blocker > task
  proposal pitch
  pitch presentation
  handout brochure leaflet pamphlet > document
  merchant > store
  wholesale distributor > supplier
  restock replenish > inventory stock
  stockout backorder > inventory
  fulfillment > order shipment
  postman mailman > delivery
  outreach > lead
  outreach campaign
  upsell > sales
  nps csat > survey
  testimonial > review
  referral affiliate > marketing
  copywriting > marketing
  motto catchphrase > tagline
  persona > audience
  impression ctr cpc > ad
  adwords ppc > ad campaign
  retargeting > ad
  mailchimp sendgrid klaviyo > email campaign
  serp > search
  rival > competition
  swot > analysis
  infographic > chart
  pivot > table spreadsheet
  vlookup > spreadsheet
  airtable smartsheet > table spreadsheet
  docusign esign > signature
  notary notarize > document
  redact > privacy
  nda > contract
  confidential > private
  compliance regulatory
  hipaa > compliance
  auditor > audit
  whistleblower > report
  headquarters hq > company
  timesheet timecard > time
  subsidiary > company
  fleet > vehicle
  stakeholder > project
  okr > objective
`;
