/** The vocabulary of the catalog: what a server, a tool and the outcome of a call are. No behaviour. */

/** A JSON Schema as its source said it: any draft, booleans included. */
export type JsonSchema = { [keyword: string]: unknown } | boolean;

/** Which tool: the server as configured and the tool's name as that server says it. Unique in a catalog. */
export interface ToolId {
  server: string;
  name: string;
}

/** Risk hints of the Model Context Protocol. A missing `destructiveHint` means destructive unless read-only. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** One piece of what a tool returned, in the shapes of the Model Context Protocol. */
export type ToolContent =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType?: string; text?: string; blob?: string } }
  | { type: "resource_link"; uri: string; name?: string; description?: string; mimeType?: string };

/** What one call gave. A tool that failed is an outcome with `isError`, never an exception. */
export interface ToolOutcome {
  content: ToolContent[];
  /** The machine-readable form of the same result, when the tool has one. */
  structured?: unknown;
  isError: boolean;
  /** True when nothing real was done. */
  simulated: boolean;
}

/** How far a tool says it is. */
export interface ToolProgress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export interface ExecutionOptions {
  signal?: AbortSignal | undefined;
  /** Takes what the tool says of its progress, where it says something. */
  onProgress?: ((progress: ToolProgress) => void) | undefined;
}

/** Runs one tool with arguments that were already validated. May throw: the registry turns that into an outcome. */
export type ToolExecutor = (
  args: Record<string, unknown>,
  options: ExecutionOptions,
) => Promise<Omit<ToolOutcome, "simulated">>;

/** A tool as a source describes it. Without `execute` the tool is known only by its schema. */
export interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
  annotations?: ToolAnnotations | undefined;
  execute?: ToolExecutor | undefined;
  /** True when `execute` only pretends. */
  simulated?: boolean | undefined;
  /** Requests that this tool served or should serve. Routers read them; they are no part of the schema a model sees. */
  examples?: readonly string[] | undefined;
  /** When the tool is loaded where tools are tiered: always, with its domain, or with its domain and on request only. */
  tier?: Tier | undefined;
  /** The domain that it is loaded with; of the core it needs none. */
  domain?: string | undefined;
  /** Milliseconds for one call; `defaults.toolCallTimeout` when left out, `Infinity` where `execute` keeps time itself. */
  timeout?: number | undefined;
}

/** `core`: always loaded; `domain`: loaded when a message names its domain; `specialized`: loaded on request only. */
export type Tier = "core" | "domain" | "specialized";

/** Tools that are loaded together, and what in a message asks for them. */
export interface DomainDefinition {
  name: string;
  /** One line for the model. */
  purpose: string;
  /** Default: `domain`. */
  tier?: Exclude<Tier, "core"> | undefined;
  /**
   * Words and phrases that name the domain, in any inflection. `a + b` stands for both in one sentence, `a ... b` for both
   * in this order.
   */
  keywords?: readonly string[] | undefined;
  /** The same for what people say who do not name it; the guide leaves them out, and a mere "not" does not take them back. */
  phrases?: readonly string[] | undefined;
  /**
   * Phrases in which keywords mean something else. One that holds the keyword takes back that place only, another one its
   * whole sentence, and one that ends in `...` the single words after it.
   */
  negativeKeywords?: readonly string[] | undefined;
}

/** A platform that offers tools, as a source describes it. */
export interface ServerDefinition {
  name: string;
  description: string;
  tools: ToolDefinition[];
  /** The domains that its tools name. */
  domains?: readonly DomainDefinition[] | undefined;
  /** Tools the source could not accept. */
  setAside?: SetAsideTool[] | undefined;
}

/** A tool that was left out of the catalog, and why. */
export interface SetAsideTool {
  server: string;
  name: string;
  reason: string;
}

/** A tool in the catalog. */
export interface CatalogTool {
  readonly id: ToolId;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations: ToolAnnotations;
  /** Usage examples, distinct, in the order in which they were added. */
  readonly examples: readonly string[];
  readonly executable: boolean;
  readonly simulated: boolean;
  readonly tier?: Tier | undefined;
  readonly domain?: string | undefined;
}

/** A server in the catalog; `tools` in the order in which they were added. */
export interface CatalogServer {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly CatalogTool[];
  readonly domains?: readonly DomainDefinition[] | undefined;
}

/** A function definition in the form that OpenAI-compatible providers take. */
export interface FunctionTool {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** One string for a tool id, for maps and sets; injective, never shown. */
export function toolKey(id: ToolId): string {
  return JSON.stringify([id.server, id.name]);
}

/** The id as people write it: `server/name`. */
export function formatToolId(id: ToolId): string {
  return `${id.server}/${id.name}`;
}

/** Input that a person or program got wrong: one line that says what was given, what was expected and what to do. */
export class InputError extends Error {
  override readonly name = "InputError";
}
