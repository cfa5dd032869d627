/** Texts, files, letters, notes and dates. */
export const writing = `
  blogpost > blog article
  outline summary
  ghostwriter > write
  jingle > song
  wordsmith > write
  punctuation > grammar
  semicolon > punctuation
  footnote > reference
  synopsis blurb > summary
  highlight mark
  underline bold italic > format
  footer > page
  pagebreak > page
  latex tex > document
  epub mobi > ebook
  rtf > document
  dossier file
  dropbox gdrive onedrive sharepoint > file
  googledrive gdoc gsheet > document
  obsidian roam logseq > note
  ticktick > todo
  sticky > note
  jot scribble > note
  voicenote > voice
  handwritten > handwriting
  teleprompter > script
  acronym abbreviation
  jargon > term
  cheatsheet > reference
  faq question
  howto walkthrough > tutorial guide
  ringtone > phone
  caller callee > phone call
  faxes > document
  postcard > mail
  envelope stamp > mail
  usps postage > shipping
  autoreply autoresponder > email
  spammer > spam
  outbox > email
  announce notify
  mention tag
  offensive profanity > moderation
  giveaway raffle > contest
  coinflip > coin
  stopwatch > timer
  pomodoro > timer
  punctual > time
  fortnight decade > date
  biweekly > period
  leapyear > date
  gregorian hijri > calendar
  qrcode > qr
  hexcode > color
  emoticon > emoji
  lorem ipsum > placeholder
  placeholder sample
  passcode > password
  viber > message
  dummy > sample
  quarterly > period
  indent > format
`;
