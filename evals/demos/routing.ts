/** Both stages of one request, with what is bound in the end and what that costs. */
import { defaults } from "../../catalog/defaults.js";
import type { ToolCatalog } from "../../catalog/registry.js";
import { selectMatches } from "../../catalog/search/margin.js";
import type { Explanation, RouteOptions, RouteRequest, Router } from "../../catalog/search/types.js";
import type { ToolId } from "../../catalog/types.js";
import { costOfAllTools, costOfTools } from "../strategies/all-schemas.js";

export interface ToldRouting extends Explanation {
  /** A tool is bound from this share of the best score on; here that is this score. */
  margin: { share: number; score: number };
  /** What the request binds, best first, and at most so many. */
  bound: ToolId[];
  maxTools: number;
  /** o200k tokens of the schemas: of what is bound, and of the whole catalog. */
  schemaTokens: { bound: number; all: number };
}

/** Routes a request and says what `bind-tools` would bind for it. */
export async function tellRouting(
  request: RouteRequest,
  router: Router,
  catalog: ToolCatalog,
  { maxTools, ...options }: RouteOptions & { maxTools: number },
): Promise<ToldRouting> {
  const explanation = await router.explain(request, options);
  const bound = selectMatches(explanation.tools, { maxTools }).map(({ id }) => id);
  const [some, all] = [await costOfTools(bound, catalog), await costOfAllTools(catalog)];
  return {
    ...explanation,
    margin: { share: defaults.matchMargin, score: defaults.matchMargin * (explanation.tools[0]?.score ?? 0) },
    bound,
    maxTools,
    schemaTokens: { bound: some.schemaTokens, all: all.schemaTokens },
  };
}
