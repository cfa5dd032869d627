/** Kinds of action in general English: what looks is not what removes, whatever else two texts share. */
import { words } from "./language.js";

export type ActionKind = "look" | "remove" | "move" | "make" | "change" | "send";

const verbs: Record<ActionKind, string> = {
  look: "read get list show fetch view display describe look search find query check inspect retrieve browse return open",
  remove: "delete remove erase drop purge destroy",
  move: "move rename",
  make: "write create add insert save store append make",
  change: "update edit modify change set replace",
  send: "send email mail notify",
};

const kindOfStem = new Map<string, ActionKind>(
  (Object.entries(verbs) as [ActionKind, string][]).flatMap(([kind, list]) =>
    words(list).map((stem) => [stem, kind] as const),
  ),
);

/** The kind of a verb; undefined for verbs of no plain kind. */
export function actionKind(verb: string): ActionKind | undefined {
  const [stem] = words(verb);
  return stem === undefined ? undefined : kindOfStem.get(stem);
}

/** How far apart what is asked and what a tool does are: 0 not at all or unknown, 1 unlikely, 2 the tool cannot be meant. */
export function actionConflict(asked: ActionKind | undefined, offered: ReadonlySet<ActionKind>): 0 | 1 | 2 {
  if (asked === undefined || offered.size === 0 || offered.has(asked)) return 0;
  if (asked === "remove" || (offered.size === 1 && offered.has("remove"))) return 2;
  // "Show me a chart" may be made, but what is to be moved or sent is not done by looking.
  const onlyLooks = offered.size === 1 && offered.has("look");
  return onlyLooks && asked !== "make" ? 2 : 1;
}
