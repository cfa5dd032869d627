/** Verbs with which people tell an agent what to do: general English of tasks, no name of a tool or server. */
const verbs = `
  activate add analyse analyze append apply approve archive arrange ask assess assign attach authenticate back block
  book build buy calculate cancel capture categorize change chart check choose classify clean clear click clone close
  collect combine commence comment commit compare compile complete compress compute configure confirm connect contact
  continue convert copy count craft create crop debug decide decompress decrypt deduplicate delete deploy deposit
  describe detect determine disable display divide download draft draw edit email enable encrypt ensure enter
  estimate evaluate examine execute explain export extract fetch figure fill filter find finish fix focus follow
  format forward gather generate get give graph group hash help highlight identify import inform initiate inquire
  insert inspect install introduce invite invoke join keep know label launch learn link list load lock log login look
  make map mark measure mention merge message migrate modify monitor move multiply mute navigate note notify open
  optimise optimize order organise organize paraphrase parse pay pick pin plan play plot post predict prepare press
  print process proofread propose provide publish pull push put query rank rate read reboot recommend record refactor
  reformat refresh register reject remind remove rename replace reply report request reschedule research reserve
  reset resize resolve respond restart restore retrieve return revert review rewrite run save scan schedule scrape
  search select sell send set share show sign simulate solve sort split start stop store stream submit subscribe
  subtract suggest sum summarise summarize switch tag take tell test text tidy toss track train transfer translate
  trigger try turn tweet unlock unsubscribe unzip update upgrade upload use validate verify view visit visualise
  visualize wait watch whip withdraw write zip
`;

/** Those that are nouns or adjectives as often: "users and order counts" names two things, "and order the book" tells. */
const alsoNouns = `
  archive back block build change clean clear click clone comment complete contact count deposit display draft email
  export figure filter focus group hash help import label link load log map mark message monitor note open order pin
  plan play post print process query rank rate record report request research return review scan set share sign start
  stop store stream sum switch tag test text track train transfer trigger turn view watch
`;

const toSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Base forms, lower case. */
export const imperativeVerbs = toSet(verbs);

/** The part of `imperativeVerbs` that needs a look at the next word before it counts as a verb. */
export const nounLikeVerbs = toSet(alsoNouns);
