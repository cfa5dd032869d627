/**
 * Module hooks for the inspector's command line: published as a package of its own, it still looks for the package.json
 * of the bundle that it is part of. It is given its own.
 */
export async function resolve(specifier, context, next) {
  const isLost = specifier === "../../package.json" && context.parentURL?.includes("/inspector-cli/build/");
  return next(isLost ? new URL("../package.json", context.parentURL).href : specifier, context);
}
