/** Whether a step asks for its action to be done, or only speaks of it. Function words of English and Chinese only. */

/** `asked`: a question about it. `forbidden`: it must not be done. `conditional`: only in a case that rules cannot judge. */
export type Stance = "asked" | "forbidden" | "conditional";

const openers = String.raw`(?:(?:and|but|so|then|also|ok(?:ay)?|well|please|pls)[,\s]+)*`;

/** "Don't forget to send it" asks for it. */
const reminder = "(?!(?:do not|don['’]?t|never) (?:forget|fail|hesitate) )";

const forbidden = new RegExp(
  String.raw`^${openers}${reminder}(?:(?:you (?:must|should|may|can|shall)|we (?:must|should)|make sure (?:that )?(?:you |to )?|be sure |remember |try )\s*)?(?:not\b|never\b|no longer\b|do not\b|don['’]?t\b|does not\b|must(?: not|n['’]t)\b|should(?: not|n['’]t)\b|can(?:not|['’]t)\b|avoid\b|refrain\b)|^(?:请)?(?:不要|别|勿|请勿|禁止|不许|不能|不准|切勿)`,
  "iu",
);

/** "If you can" is politeness, and "when it is done" only says that something comes before. */
const courtesy = String.raw`(?!possible\b|you (?:can|could|would|like|want|please)\b)`;
const afterwards = String.raw`(?!(?:(?:it|that|this|they|everything|all|you)(?:['’](?:s|re)| is| are)? )?(?:done|finished|completed?|ready|through|over)\b)`;

const conditional = new RegExp(
  String.raw`^${openers}(?:if ${courtesy}|unless |in case |only if |provided |assuming |suppose |when(?:ever)? ${afterwards})|\b(?:if|unless|in case) ${courtesy}(?:it|they|there|that|this|the|any|no|you|not|necessary|needed|so)\b|^(?:如果|若|假如|要是|除非|万一)`,
  "iu",
);

/** "Can you delete it?" asks for it politely; "can I delete it?" asks whether. */
const polite = /^(?:(?:can|could|would|will|won['’]?t) you|would you mind|can we|could we|may i ask you|shall we)\b/iu;

/** "Do you have it?" and "have they sent it?" ask, "do a backup" and "have it sent" do not. */
const question = new RegExp(
  String.raw`^${openers}(?:(?:what|who|whom|whose|which|when|where|why|how|is|are|am|was|were|does|did|has|had|should|shall|may|might|must|can|could|would|will|isn['’]t|aren['’]t|doesn['’]t|didn['’]t)\b|(?:do|have) (?:i|we|you|they|any|these|those)\b)|^(?:explain|describe|tell me|let me know|say|show me|find out|check|see|verify)\s+(?:to me\s+)?(?:what|who|which|when|where|why|how|whether|if)\b|(?:吗|呢|么)[?？]?$|^(?:为什么|什么|谁|哪|怎么|如何|是否|能否|可否)`,
  "iu",
);

/** "When it is down, restart it": no question, though it begins like one. */
const isTemporal =
  /^when(?:ever)? (?!(?:is|are|was|were|did|does|do|will|would|should|can|could|has|had|have)\b)(?!.*[?？]\s*$)/iu;

/** "I accidentally dropped it" tells what happened. */
const mishap = /\b(?:accidentally|by mistake|by accident)\b/iu;

/** Undefined where the step plainly asks for its action. */
export function stanceOf(text: string): Stance | undefined {
  const clause = text.trim();
  if (forbidden.test(clause)) return "forbidden";
  if (polite.test(clause)) return undefined;
  if (isTemporal.test(clause)) return conditional.test(clause) ? "conditional" : undefined;
  if (question.test(clause) || /[?？]\s*$/u.test(clause) || mishap.test(clause)) return "asked";
  return conditional.test(clause) ? "conditional" : undefined;
}
