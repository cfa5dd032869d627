/** Memory: what earlier discoveries found out about tools, and how that counts in later ones. */
export { maskValues, secretValues } from "./mask.js";
export { readObservation } from "./observation.js";
export { createRecollection, type Evidence, type Recollection, unknownTools } from "./recollection.js";
export { withRecollection } from "./router.js";
export { selectExamples } from "./select.js";
export type * from "./types.js";
