/**
 * Words that say nothing about what a tool does, dropped before stemming.
 *
 * Shorter than scikit-learn's list on purpose: "find", "show", "call" or "system" tell tools apart, "want" and "please"
 * do not. Contractions stand without their apostrophe, as `words` leaves them.
 */
const list = `
  a about again all also an and any are as at be been being both by can could did do does done each etc few for from
  further get had has have having he help her here his how i id if im in into is it its ive just let lets like may me
  might more most must my need no nor not of on once only or other our over own per please same shall she should so
  some such than that the their them then there these they this those to too under us use using very via want was we
  what when where which who whom why will with would you your
`;

/** Lower case, accents folded. */
export const stopWords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
