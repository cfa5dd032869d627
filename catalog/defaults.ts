/**
 * Every default of the software, in one place. What nobody would want to set stands where it is used: how much of a text
 * a message shows, the addresses of the providers (models/providers.ts), the graces of a server's guard, which runs alone.
 */

/** Limits of providers and of this software's own loop. */
export const defaults = {
  /** Servers that stage 1 lets through. */
  topKServers: 3,
  /** Tools that stage 2 takes from each server. */
  topKTools: 5,
  /** Tools bound for one request, over all servers. */
  maxToolsPerRequest: 5,
  /** Which share of the best score still counts as a match for a request. */
  matchMargin: 0.6,
  /**
   * The published reference: score = serverWeight x server + toolWeight x tool; the threshold reads that score. An older
   * text of the reference says 0.3, which cuts good matches.
   */
  tfidf: { serverWeight: 0.3, toolWeight: 0.7, threshold: 0.15 },
  /** The default router; docs/retrieval.md says what each part is for. Tuned on development sets. */
  hybrid: {
    /** What name coverage, the best clause and the server's own text add to a score whose best by words is 1. */
    nameCoverageWeight: 0.4,
    clauseWeight: 0.6,
    serverPriorWeights: { wholeRequest: 0.2, server: 0.3 },
    /** What a usage example adds that says the same as the request: at least, and more by the share of tools with examples. */
    exampleWeights: { least: 1, byShare: 3 },
    /** What a tool has for being called by its name: more than all else together, so that it comes first. */
    namedScores: { full: 30, name: 20, part: 10 },
    /** What a synonym counts beside the word it stands for, and how many stand for one word. */
    synonymWeight: 0.5,
    synonymsPerWord: 16,
    /** What two words side by side add, of the mean of their idf. */
    pairWeight: 0.4,
    /** What words of courtesy and manner count. */
    softWordWeight: 0.5,
    /** Where `fit` is 0.5, how fast it rises there, and what scores are measured against; see hybrid/fit.ts. */
    fit: {
      middle: 0.16,
      steepness: 2,
      askedShare: 0.25,
      rareWords: 10,
      sameExample: 0.4,
      saidShare: 1.2,
      saidInFull: 0.14,
    },
    /** The smallest `fit` of the best tool with which anything fits. */
    threshold: 0.35,
  },
  /** Vectors of an embedding model beside the words of a request. */
  embeddings: {
    /** What the nearest tool by meaning adds to a score whose best by words is 1. */
    weight: 0.5,
    /** The smallest `fit` that counts as a match of the router `embeddings` alone: one deviation above what chance gives. */
    threshold: 0.35,
    /** Texts in one call of the model. */
    batchSize: 64,
    /** Milliseconds that a request waits for the model before it is answered by words alone. */
    requestTimeout: 2_000,
    /** Milliseconds for one batch of tool texts, in the background. */
    batchTimeout: 60_000,
    /** Milliseconds without a further attempt after the model failed. */
    pauseAfterFailure: 30_000,
    /** Share of the tools that must have a vector before meaning takes part in the ranking. */
    leastCoverage: 0.9,
    /** Tools whose vectors are compared one by one; more need a vector store. */
    maxExactTools: 50_000,
    /** Characters of one tool's text. */
    maxTextLength: 2_000,
    /** Tools that each side brings into a fused ranking, at least. */
    poolSize: 100,
    /** Vectors kept on disk for one model; the oldest go first. */
    keptVectors: 200_000,
    /** Files of vectors on disk for one model before they are joined into one. */
    maxCacheFiles: 16,
  },
  /** Indexes on disk: tools from which on one is worth its file, and catalogs of which they are kept. */
  savedIndex: { leastTools: 1_000, keptFiles: 16 },
  /** What earlier turns found out about tools; docs/memory.md says what each number guards. */
  memory: {
    /** Usage examples of one tool that count, the newest and most distinct; the same for outcomes that count against it. */
    examplesPerTool: 20,
    /** Observations of one text and tool that count, the newest; and all that one namespace keeps. */
    outcomesPerText: 5,
    keptObservations: 2_000,
    /** Characters of a remembered text. */
    maxCharacters: 300,
    /** What being loaded and never called counts against a tool, where being called counts 1 for it. */
    unusedWeight: 0.5,
    /** What an example in the words of the request adds to a score, as a share of the best one; and to the fit. */
    lift: 0.5,
    fitLift: 0.1,
    /** Tools that memory lifts for one request, and the least evidence with which it does. */
    mostLifted: 4,
    leastEvidence: 0.1,
    /** Where tools are looked for that the router's own answer left out: servers, and tools of each. */
    pool: { topKServers: 20, topKTools: 20 },
    /** Milliseconds that a run waits for the store. */
    timeout: 2_000,
  },
  /** Answers that the routing cache keeps; the least recently used go first. */
  routingCacheSize: 1_000,
  /** Rounds of discovery in one user turn. */
  maxToolRequests: 5,
  /** Tools bound at one time; the rest of a provider's limit is left to the caller's own tools. */
  maxBoundTools: 64,
  /** Eviction goes down to this share of `maxBoundTools`, so that it happens in batches. */
  evictionLowWater: 0.75,
  /** Tool calls in one user turn for which the recursion limit leaves room. */
  expectedToolCalls: 30,
  /** Rounds in one user turn that only repeat earlier requests, or only hold broken ones, before they are refused. */
  maxFreeRounds: 3,
  /** Tool requests that are read in one message of the model; well below `keptTraces`. */
  maxRequestsPerMessage: 20,
  /** Tools that the one-shot `retrieval` strategy binds. */
  retrievalTopK: 5,
  /** Functions in one request that providers accept. */
  providerMaxTools: 128,
  /** Characters of one tool description as sent. */
  maxDescriptionLength: 1024,
  /** What is sent of one tool's schema; what lies beyond is cut, and the cut is named to the model. */
  schemaLimits: {
    /** Levels of schemas within schemas below the arguments themselves. */
    depth: 12,
    /** How often a schema that refers to itself is written out within itself. */
    recursionDepth: 2,
    /** Properties of one object, values of one `enum`, branches of one union. */
    properties: 200,
    enumValues: 250,
    branches: 50,
    /** Characters of one parameter's description, and of one `default`, `examples` or `enum` as JSON. */
    descriptionLength: 1_024,
    dataLength: 8_000,
    /** Characters of the whole as JSON. */
    totalLength: 60_000,
  },
  /** Tokens of the list of servers when `advertise` is `servers`. */
  maxAdvertisedTokens: 300,
  /** Tokens of one tool result as sent to the model; what is longer is read on by `read_result`. */
  maxResultTokens: 4_000,
  /** Characters of one result kept beside a message: they enter every checkpoint. Of an image or sound in it: as base64. */
  maxArtifactCharacters: 100_000,
  maxMediaCharacters: 2_000_000,
  /** Characters of all results kept in files for `read_result`; the oldest go first. */
  storedResultCharacters: 100_000_000,
  /** OpenAPI: bytes of a document and of one answer that are read, aliases that one YAML value may have, redirects followed. */
  openApi: { maxDocumentBytes: 50_000_000, maxResponseBytes: 10_000_000, maxAliases: 10_000, maxRedirects: 3 },
  /** Milliseconds for a server to start and list its tools. */
  serverStartTimeout: 30_000,
  /** Milliseconds that the start of a run waits for a server's first tool list; a slower one is taken up when it answers. */
  serverPatience: 10_000,
  /** A server that could not be started: milliseconds until the next attempt, doubled each time; attempts on our own. */
  serverRetry: { firstWait: 1_000, longestWait: 60_000, attempts: 5 },
  /** Milliseconds for one tool call; a tool's definition may say another number. */
  toolCallTimeout: 60_000,
  /** How often a remote model is asked when it is busy, and milliseconds: before the second time, and the longest wait. */
  modelRetry: { attempts: 3, firstWait: 1_000, longestWait: 60_000 },
  /** Milliseconds until a remote model begins its answer, and between two parts of it. */
  modelTimeout: { begin: 240_000, pause: 60_000 },
  /**
   * Texts that a model writes about tools: tools in one call, tokens of its answer for one tool as they are estimated
   * before the start, examples kept of one tool, characters of one text.
   */
  enrichment: { batchSize: 10, outputTokens: 150, maxExamples: 5, maxCharacters: 200 },
  /** Answers of the model in a row whose calls could all not be used, before it must answer without tools. */
  maxBadCalls: 3,
  /** Failures in a row that no repeat mends (a wrong key, no credit, no such model), before an eval or enrich stops. */
  maxLastingFailures: 3,
  /** Milliseconds in which a server whose stream broke shows that it is still there. */
  serverProbeTimeout: 5_000,
  /** Milliseconds that an HTTP server may take to hear that its session is over. */
  serverFarewellTimeout: 1_000,
  /** Milliseconds for a server's guard to end it; more than the guard's two graces together. */
  serverCloseTimeout: 4_000,
  /** Pages of one server's tool list that are read. */
  maxToolPages: 100,
  /** Names that are told where a name is unknown. */
  nearestNames: 3,
  /** Servers contacted at the same time. */
  serverConcurrency: 8,
  /** Records kept in the state; the oldest go first, of requests and metrics never those of the latest turn. */
  keptRequests: 200,
  keptTraces: 50,
  /** Tools that were cut, kept in each trace; `explain` has all. */
  keptCuts: 20,
  /** Servers, and tools, kept in each trace of an earlier turn: as many as one request loads. */
  keptEarlierHits: 5,
  keptMetrics: 500,
  /** Tools in each ranking that an eval measures, and for each step where the steps of a task are ranked one by one. */
  evalTopK: 10,
  evalPerRequest: 3,
  /** Tasks that an eval of the strategies runs at the same time, and the seed of its intervals. */
  evalConcurrency: 4,
  evalSeed: 20_240_607,
  /** Tools of a user's catalog from which an eval makes tasks: more are sampled evenly. */
  derivedTasks: 200,
  /** o200k tokens of all schemas up to which sending every tool is cheapest: about ten ordinary ones. */
  allToolsSchemaTokens: 1_500,
  /** Tiered catalogs. */
  tiers: {
    /** Domains that one message loads. */
    maxDomainsPerMessage: 4,
    /** Tools bound at one time: a whole catalog of a hundred can be loaded bit by bit. Below what providers accept. */
    maxBoundTools: 120,
    /** Of the guide in the system prompt: tokens for the lists of domains, as they are estimated. */
    maxGuideTokens: 1_200,
    /** Derived tiers: tools of the core, keywords of a domain, and the share of servers that may say a keyword. */
    derivedCoreSize: 13,
    derivedKeywords: 8,
    mostSaidShare: 0.25,
  },
  /** `toolgap serve`: an MCP server in front of the catalog. */
  serve: {
    /** A client's model acts for a person who is not asked otherwise, so what may destroy is asked about. */
    approval: "destructive",
    /** Without the names of the servers a model could not know that it is worth asking. */
    advertise: "servers",
    port: 7414,
    /** Milliseconds without a message of the client after which its next one opens a new turn, with a new budget. */
    turnPause: 30_000,
    /** Milliseconds that a person may take to approve a call. */
    approvalTimeout: 600_000,
    /** Milliseconds between a change of the catalog and the one notice of it; servers often change in bursts. */
    changePause: 200,
    /** Milliseconds that calls under way have to end once the server is told to stop. */
    stopGrace: 3_000,
    /** HTTP: bytes of one message, sessions at one time, milliseconds without an open request after which one is over. */
    maxMessageBytes: 4_000_000,
    maxSessions: 100,
    idleTimeout: 1_800_000,
  },
  requestProtocol: "native",
  callProtocol: "native",
  binding: "bind",
  advertise: "none",
  approval: "never",
  approvalFormat: "toolgap",
  router: "hybrid",
  /** The model of each provider where none is named. */
  models: {
    offline: "offline-planner",
    openai: "gpt-4o-mini",
    openrouter: "openai/gpt-4o-mini",
    dashscope: "qwen3.7-plus",
  },
} as const;

/** `topKServers` x `topKTools` as the published reference recommends them. */
export const routingPresets = {
  simple: { topKServers: 2, topKTools: 3 },
  standard: { topKServers: defaults.topKServers, topKTools: defaults.topKTools },
  complex: { topKServers: 5, topKTools: 7 },
} as const;
