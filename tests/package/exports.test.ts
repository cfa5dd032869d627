import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What other projects can import, by entry of the package; a name that is added or lost here is a change of the package. */
const surface: Record<string, string[]> = {
  ".": [
    ...[
      "FileStore",
      "InputError",
      "OfflinePlanner",
      "ToolCatalog",
      "agentContext",
      "agentState",
      "approvalFormatNames",
    ],
    ...["askApproval", "createActiveGraph", "createAllToolsGraph", "createApprovalRequest"],
    ...["createRetrievalGraph", "createRouter", "createTieredGraph", "decideApproval", "defaults"],
    ...["deriveTiers", "describeEdit", "formatToolId", "fromHITLResponse", "fromHumanResponse"],
    ...["fromLangChainTools", "loadCatalog", "loadMcpServers", "loadedDomains", "needsApproval"],
    ...[
      "readCatalogFile",
      "readTierFile",
      "rememberTurn",
      "resolveModel",
      "routerNames",
      "routingPresets",
      "sharedState",
    ],
    ...["stateVersion", "strategies", "strategyNames", "summarizeTurn", "syncMcpServers", "tieringOf"],
    ...["toHITLRequest", "toHITLResponse", "toHumanInterrupt", "toHumanResponse", "toolKey"],
  ],
  "./catalog": [
    ...[
      "InputError",
      "ToolCatalog",
      "addDistractors",
      "builtinCatalogNames",
      "builtinServers",
      "callName",
      "chooseDomains",
      "countSchemaTokens",
      "countTokens",
    ],
    ...["createEmbeddingIndex", "createEmbeddingRouter", "createHybridRouter", "createRouter", "createTfidfRouter"],
    ...[
      "defaults",
      "deriveTiers",
      "distractorServers",
      "embeddingText",
      "emptyLexicon",
      "estimateTokens",
      "formatToolId",
      "fromLangChainTools",
    ],
    ...[
      "lexicon",
      "lexiconWithout",
      "loadCatalog",
      "openRouter",
      "qualityEngineeringServers",
      "readCatalogFile",
      "readTierFile",
      "renderGuide",
      "routerNames",
      "routingPresets",
      "scoreParts",
      "selectMatches",
    ],
    ...["tieringOf", "toFunctionTool", "toolKey", "withEmbeddings", "withRoutingCache"],
  ],
  "./mcp-server": ["createProxyHost", "serveHttp", "serveStdio"],
  "./middleware": ["toolDiscoveryMiddleware"],
  "./models": [
    ...["ModelCallError", "OfflinePlanner", "callToolFunction", "callToolName", "checkModel", "costOf"],
    ...["describeLoadedTool", "failureText", "feedbackKey", "findTask"],
    ...["functionNamePattern", "isFeedback", "parseRequestAnswers"],
    ...["parseToolCalls", "parseToolRequests", "parseToolResponses", "parseTools", "readNamedCall", "readPrices"],
    ...["renderRequestAnswers"],
    ...["renderToolCall", "renderToolRequest", "renderToolResponse", "renderTools", "requestToolsFunction"],
    ...["requestToolsName", "resolveEmbedder", "resolveModel", "toWire", "validateTranscript"],
  ],
  "./evals": [
    ...["checkTasks", "chooseForCatalog", "chooseStrategy", "createEvalRouter", "createTrajectoryMatcher"],
    ...["deriveTasks", "differencesOf", "estimateMacroMean", "estimateMean", "evalRouterNames", "evaluateInLangSmith"],
    ...["guardExecution", "loadSuites", "measureRanking", "metricNames", "ndcgAt", "pairedDifference"],
    ...["readTaskFile", "recallAt", "recommend"],
    ...["reportWriters", "retrievalMetricNames", "runConversation", "runEval", "runScaling", "runTask", "seededRandom"],
    ...["serverRecallAt", "stages", "toTasks", "trajectoryOf", "writeReport"],
  ],
};

const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
  exports: Record<string, { default: string }>;
};

describe("the package", () => {
  it.each(Object.keys(surface))("exports from %s what is meant for other projects, and nothing else", async (entry) => {
    const source = exports[entry]!.default.replace("./dist/", "../../");
    expect(Object.keys(await import(source)).sort()).toEqual(surface[entry]);
  });

  it("has no other entry", () => {
    expect(Object.keys(exports).sort()).toEqual([...Object.keys(surface), "./package.json"].sort());
  });
});
