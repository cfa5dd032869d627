/** Keeps every exchange with a model as a file, and answers from such files: a run with a key that anybody can repeat. */
import { readdirSync, readFileSync } from "node:fs";
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { type AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import writeFileAtomic from "write-file-atomic";
import { checkFolder, makeFolder } from "../catalog/folders.js";
import { redactTexts } from "../catalog/secrets.js";
import { InputError } from "../catalog/types.js";
import {
  describeAnswer,
  describeRequest,
  type Exchange,
  type ExchangeResponse,
  keyOf,
  makeExchange,
  parseExchange,
  restoreAnswer,
  secretsOf,
} from "./exchange.js";
import { failureText, ModelCallError } from "./failures.js";
import type { ModelSettings, ResolvedModel } from "./providers.js";
import { describeDifference } from "./request-difference.js";

interface TapedOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
}

/** What recording and replaying models share: tools are kept in the call's options. */
abstract class TapedModel extends BaseChatModel<TapedOptions, AIMessageChunk> {
  override bindTools(
    tools: BindToolsInput[],
    kwargs: Partial<TapedOptions> = {},
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, TapedOptions> {
    return this.withConfig({ ...kwargs, tools });
  }
}

/** Hands everything on to another model and keeps what was said. */
class RecordingModel extends TapedModel {
  constructor(
    private readonly inner: BaseChatModel,
    readonly modelName: string,
    private readonly keep: (
      messages: BaseMessage[],
      options: TapedOptions,
      response: ExchangeResponse,
    ) => Promise<void>,
  ) {
    super({});
  }

  override _llmType(): string {
    return "recording";
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const { model, config } = this.prepare(options);
    const message = (await model.invoke(messages, config).catch(async (error: unknown) => {
      await this.keepFailure(messages, options, error);
      throw error;
    })) as AIMessage;
    await this.keep(messages, options, describeAnswer(message));
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { model, config } = this.prepare(options);
    let whole: AIMessageChunk | undefined;
    try {
      for await (const part of await model.stream(messages, config)) {
        const chunk = part as AIMessageChunk;
        whole = whole === undefined ? chunk : whole.concat(chunk);
        const generation = new ChatGenerationChunk({ text: chunk.text, message: chunk });
        yield generation;
        await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, {
          chunk: generation,
        });
      }
    } catch (error) {
      await this.keepFailure(messages, options, error);
      throw error;
    }
    await this.keep(messages, options, describeAnswer(whole ?? new AIMessageChunk("")));
  }

  /** An abort is no answer of the model's. */
  private async keepFailure(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    error: unknown,
  ): Promise<void> {
    if (!options.signal?.aborted) await this.keep(messages, options, { error: failureText(error) });
  }

  private prepare(options: this["ParsedCallOptions"]): { model: Runnable; config: object } {
    const { tools, tool_choice, signal } = options;
    const kwargs = tool_choice === undefined ? {} : { tool_choice };
    const model = tools && tools.length > 0 ? this.inner.bindTools!(tools, kwargs) : this.inner;
    // Without callbacks: the run is traced as this model's, not twice.
    return { model: model as Runnable, config: { signal, callbacks: [] } };
  }
}

/** Answers from a recording only. */
class ReplayModel extends TapedModel {
  private readonly byKey = new Map<string, Exchange[]>();
  private readonly asked = new Map<string, number>();

  constructor(
    private readonly exchanges: readonly Exchange[],
    readonly modelName: string,
    private readonly folder: string,
    private readonly secrets: readonly string[],
  ) {
    super({});
    for (const exchange of exchanges) {
      const key = keyOf(exchange.request);
      this.byKey.set(key, [...(this.byKey.get(key) ?? []), exchange]);
    }
  }

  override _llmType(): string {
    return "replay";
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const message = this.find(messages, options);
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of chunksOf(this.find(messages, options))) {
      const generation = new ChatGenerationChunk({ text: message.text, message });
      yield generation;
      await runManager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, {
        chunk: generation,
      });
    }
  }

  /** The recorded answer; of a request that was made several times, one after the other, the last one again at the end. */
  private find(messages: BaseMessage[], options: TapedOptions): AIMessage {
    const request = redactTexts(describeRequest(messages, options), this.secrets);
    const key = keyOf(request);
    const answers = this.byKey.get(key);
    if (!answers) {
      const difference = describeDifference(
        request,
        this.exchanges.map((exchange) => exchange.request),
      );
      throw new ModelCallError(
        `the recording in ${this.folder} has no answer to this request: ${difference} - record the run anew, or repeat it with the same task, tools and settings`,
        1,
      );
    }
    const count = this.asked.get(key) ?? 0;
    this.asked.set(key, count + 1);
    const { response } = answers[Math.min(count, answers.length - 1)]!;
    if ("error" in response) throw new ModelCallError(response.error, 1);
    return restoreAnswer(response.message);
  }
}

/** A message as it would be streamed: its words, its calls, its usage. */
function chunksOf(message: AIMessage): AIMessageChunk[] {
  const { id, content, usage_metadata, additional_kwargs, response_metadata } = message;
  const words = typeof content === "string" ? (content.match(/\s*\S+\s*|\s+/g) ?? []) : [content];
  const calls = [
    ...(message.tool_calls ?? []).map((call) => ({ ...call, args: JSON.stringify(call.args) })),
    ...(message.invalid_tool_calls ?? []),
  ].map(({ id: callId, name, args }, index) => ({ type: "tool_call_chunk" as const, index, id: callId, name, args }));
  return [
    ...words.map(
      (word) => new AIMessageChunk({ id, content: word } as ConstructorParameters<typeof AIMessageChunk>[0]),
    ),
    new AIMessageChunk({
      id,
      content: "",
      tool_call_chunks: calls,
      usage_metadata,
      additional_kwargs,
      response_metadata,
    } as ConstructorParameters<typeof AIMessageChunk>[0]),
  ];
}

/**
 * A model whose exchanges are written to a folder, one file each; the folder is made when it is missing. Values of
 * variables that hold secrets are taken out.
 * @throws InputError when the folder cannot be used.
 */
export async function recordModel(
  resolved: ResolvedModel,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedModel> {
  const counts = await countFiles(folder);
  const secrets = secretsOf(env);
  const { provider, modelName: name, label, ruleBased } = resolved;
  const keep = async (messages: BaseMessage[], options: TapedOptions, response: ExchangeResponse): Promise<void> => {
    const request = redactTexts(describeRequest(messages, options), secrets);
    const exchange = makeExchange({ provider, name, label, ruleBased }, request, redactTexts(response, secrets));
    const path = await reservePath(folder, keyOf(request), counts);
    try {
      await writeFileAtomic(path, `${JSON.stringify(exchange, null, 2)}\n`);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };
  return { ...resolved, model: new RecordingModel(resolved.model, name, keep) };
}

/** The next free file of a request, made empty, so that another run that records into the same folder leaves it alone. */
async function reservePath(folder: string, key: string, counts: Map<string, number>): Promise<string> {
  for (;;) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const path = join(folder, `${key}-${String(count).padStart(4, "0")}.json`);
    try {
      await (await open(path, "wx")).close();
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const fileName = /^([0-9a-f]{20})-(\d{4,})\.json$/;

/** How many answers to each request the folder has already; it is made when it is missing. */
async function countFiles(folder: string): Promise<Map<string, number>> {
  try {
    await makeFolder(folder);
    await checkFolder(folder);
  } catch (error) {
    throw new InputError(
      `--record ${folder} cannot be used (${(error as NodeJS.ErrnoException).code}): expected a folder that can be made and written to`,
    );
  }
  const counts = new Map<string, number>();
  for (const name of await readdir(folder)) {
    const [, key = "", count = ""] = fileName.exec(name) ?? [];
    if (key !== "") counts.set(key, Math.max(counts.get(key) ?? 0, Number(count)));
  }
  return counts;
}

/**
 * The model of a recording.
 * @throws InputError when the folder holds none, a broken one, or those of several models and none is named.
 */
export function resolveReplay(folder: string, { model: wanted, env = process.env }: ModelSettings): ResolvedModel {
  const all = readExchanges(folder);
  if (all.length === 0) {
    throw new InputError(`--replay ${folder} holds no recorded exchange: expected a folder that --record has written`);
  }
  const models = new Map(all.map(({ model }) => [model.label, model]));
  const matching = [...models.values()].filter(
    ({ name, provider, label }) => wanted === undefined || [name, label, `${provider}:${name}`].includes(wanted),
  );
  if (matching.length !== 1) {
    const known = [...models.keys()].join(", ");
    const problem = matching.length === 0 ? `no exchange with the model '${wanted}'` : "exchanges with several models";
    throw new InputError(`the recording in ${folder} has ${problem}: expected --model with one of ${known}`);
  }
  const { provider, name: modelName, label, ruleBased } = matching[0]!;
  const exchanges = all.filter(({ model }) => model.label === label);
  const model = new ReplayModel(exchanges, modelName, folder, secretsOf(env));
  const reason = `replayed from ${folder}: ${exchanges.length} recorded exchanges, nothing is sent`;
  return { model, provider, modelName, label, ruleBased, reason };
}

function readExchanges(folder: string): Exchange[] {
  const expected = "expected a folder that --record has written";
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => fileName.test(name));
  } catch (error) {
    throw new InputError(`--replay ${folder} cannot be read (${(error as NodeJS.ErrnoException).code}): ${expected}`);
  }
  return names.sort().flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    // Reserved by a run that was killed before it wrote.
    if (text === "") return [];
    const exchange = parseExchange(text);
    if (typeof exchange !== "string") return [exchange];
    throw new InputError(`--replay: ${join(folder, name)} cannot be used: ${exchange}; ${expected}`);
  });
}
