/** What the tests of the middleware share: models as `createAgent` binds them, and states read back. */
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { ScriptedModel } from "../support/scripted-model.js";

/** As LangChain's clients do: tools become functions, and an empty list is left out. */
export class AgentModel extends ScriptedModel {
  override bindTools(tools: Parameters<typeof convertToOpenAITool>[0][]): Runnable {
    if (tools.length === 0) return this as unknown as Runnable;
    return super.bindTools(tools.map((tool) => convertToOpenAITool(tool)));
  }
}
