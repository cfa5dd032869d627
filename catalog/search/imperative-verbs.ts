/** Verbs with which people tell an agent what to do: general English of tasks, no name of a tool or server. */
const verbs = `
  activate add analyse analyze append apply approve archive arrange ask assess assign attach back block book build
  buy calculate cancel capture change chart check clean clear click clone close collect combine comment commit
  compare compile compute configure confirm connect contact continue convert copy count create crop decide delete
  deploy deposit describe detect determine disable display download draft draw edit email enable encrypt ensure enter
  estimate evaluate examine execute explain export extract fetch fill filter find finish fix follow format forward
  generate get give graph group hash help identify import inform inquire insert inspect install invite invoke join
  keep know label launch learn link list load lock log login look make map mark measure mention merge message migrate
  modify monitor move mute navigate note notify open order organize pay pick pin plan play plot post predict prepare
  press print process provide publish pull push put query rank read reboot recommend record reformat refresh register
  reject remind remove rename replace reply report request research reserve reset resize resolve restart restore
  retrieve return revert review rewrite run save scan schedule scrape search select sell send set share show sign
  simulate solve sort split start stop store stream submit subscribe suggest summarise summarize switch tag take tell
  test text track transfer translate trigger try turn tweet unlock unsubscribe update upgrade upload use validate
  verify view visit visualise visualize wait watch withdraw write
`;

/** Those that are nouns or adjectives as often: "users and order counts" names two things, "and order the book" tells. */
const alsoNouns = `
  archive back block build change clean clear click clone comment contact count deposit display draft email export
  filter group hash help import label link load log map mark message monitor note open order pin plan play post print
  process query rank record report request research return review scan set share sign start stop store stream switch
  tag test text track transfer trigger turn view watch
`;

const toSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Base forms, lower case. */
export const imperativeVerbs = toSet(verbs);

/** The part of `imperativeVerbs` that needs a look at the next word before it counts as a verb. */
export const nounLikeVerbs = toSet(alsoNouns);
