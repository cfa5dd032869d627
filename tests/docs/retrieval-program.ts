/** The code of docs/retrieval.md as one program. */
import { createHybridRouter, type Lexicon, lexicon, lexiconWithout, loadCatalog, openRouter } from "toolgap/catalog";

const { catalog, close } = await loadCatalog({ numTools: 1_200 });
const find = async () =>
  (await createHybridRouter(catalog).route({ tool: "ping the accountant" })).tools.map(({ id }) => id.name);
export const without = await find();
const rank = async (tool: string, router = createHybridRouter(catalog)) =>
  (await router.retrieve({ tool }, 100)).map(({ id }) => id.name);

const ownWords: Lexicon = {
  ...lexicon,
  synonymsOf: (stem) => (stem === "pigeon" ? [{ stem: "email", weight: 1 }] : lexicon.synonymsOf(stem)),
};
const withOwnWords = createHybridRouter(catalog, { lexicon: ownWords });
const withoutSome = createHybridRouter(catalog, { lexicon: lexiconWithout(["send a message"]) });

export const byOwnWords = await rank("pigeon", withOwnWords);
export const bySynonyms = await rank("dispatch");
export const withoutSynonyms = await rank("dispatch", withoutSome);

const sendEmail = { server: "communication", name: "comm_send_email" };
catalog.addExamples(sendEmail, ["ping the accountant", "drop Ana a line"]);

export const byExamples = await find();

catalog.removeExamples(sendEmail, ["drop Ana a line"]);
catalog.removeExamples(sendEmail);

export const afterwards = await find();

const { router, keep } = await openRouter("hybrid", catalog);
const { tools } = await router.route({ tool: "send an email" });
await keep();

export const found = tools[0]?.id.name;
await close();
