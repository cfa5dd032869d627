/** How a person asks for what a tool's description says: other words than the tool's name, in a sentence of its own. */

/** Verbs with which descriptions begin and tools are named, and what people say in their place. */
const otherVerbs: Readonly<Record<string, string>> = {
  add: "put in",
  append: "attach",
  cancel: "call off",
  check: "find out",
  compute: "work out",
  convert: "turn",
  copy: "duplicate",
  create: "make",
  delete: "get rid of",
  edit: "change",
  execute: "carry out",
  fetch: "bring me",
  find: "look up",
  generate: "produce",
  get: "give me",
  insert: "put in",
  invoke: "use",
  list: "show me",
  modify: "change",
  move: "shift",
  open: "bring up",
  print: "show",
  query: "ask",
  read: "look at",
  remove: "take out",
  rename: "give another name to",
  replace: "swap",
  retrieve: "bring me",
  return: "give me",
  returns: "give me",
  run: "carry out",
  save: "keep",
  search: "look",
  send: "pass on",
  set: "put",
  show: "let me see",
  start: "begin",
  stop: "end",
  update: "bring up to date",
  upload: "put online",
  write: "put down",
};

/** Things in names of tools. */
const otherNouns: Readonly<Record<string, string>> = {
  directory: "folder",
  directories: "folders",
  document: "paper",
  documents: "papers",
  image: "picture",
  images: "pictures",
  message: "note",
  messages: "notes",
  observation: "remark",
  observations: "remarks",
  photo: "picture",
  photos: "pictures",
  repository: "project",
  repositories: "projects",
  user: "person",
  users: "people",
};

const openings = ["Please ", "Could you ", "I would like you to ", "I need this done: "] as const;

/** Ways in which descriptions begin before they say what the tool does. */
const preambles =
  /^(?:(?:use|call|invoke) (?:this|the) (?:tool|function|endpoint)?\s*(?:when you (?:need|want) )?(?:to )?|(?:this|the|a|an) (?:tool|function|endpoint)(?: that| which)?\s*(?:(?:can|will|may) (?:be used to )?|is used to |lets you |allows (?:you |users |the user )?to |enables (?:you )?to )?|(?:allows|lets|enables) (?:you|users|the user)? ?(?:to )?|tool (?:to|for) )/i;

/**
 * A request from a description; undefined where there is no text to make it from. `name` is the tool's own: its words
 * are varied where another one is known, and so is the verb. `variant` chooses how the sentence begins.
 */
export function requestFrom(description: string, name: string, variant: number): string | undefined {
  const [first = ""] = description
    .replace(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?])\s|: |;|\s-\s|\s\(/);
  const said = first.replace(preambles, "").replace(/[.!?:\s]+$/, "");
  if (!/\p{L}{2}/u.test(said)) return undefined;
  const named = new Set(name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase()));
  const [verb = "", ...rest] = said.split(" ");
  const start = imperative(verb);
  const words = [lookUp(otherVerbs, start) ?? start, ...rest.map((word) => vary(word, named))];
  const opening = openings[variant % openings.length]!;
  return `${opening}${words.join(" ")}${opening.startsWith("Could") ? "?" : "."}`;
}

/** `Returns` as `return`; other first words in lower case unless they are a name. */
function imperative(word: string): string {
  if (/^\p{Lu}{2}/u.test(word)) return word;
  const lower = word.toLowerCase();
  if (/(?:ches|shes|sses|xes|zes|oes)$/.test(lower)) return lower.slice(0, -2);
  return /[^su]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

function vary(word: string, named: ReadonlySet<string>): string {
  const [, before = "", core = "", after = ""] = /^([^\p{L}]*)([\p{L}-]+)(.*)$/u.exec(word) ?? [];
  const other = named.has(core.toLowerCase()) ? lookUp(otherNouns, core.toLowerCase()) : undefined;
  return other === undefined ? word : `${before}${other}${after}`;
}

function lookUp(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
