/** Traditional characters, and in the same places the simplified ones for them. */
export const traditional = "發";
export const simplified = "发";
