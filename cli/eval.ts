/** `toolgap eval`: routers and strategies measured on labeled tasks. */
import type { Command } from "commander";
import { addEvalBindingCommand } from "./eval-binding.js";
import { addEvalImportCommand } from "./eval-import.js";
import { addEvalLangSmithCommand } from "./eval-langsmith.js";
import { addEvalMemoryCommand } from "./eval-memory.js";
import { addEvalRetrievalCommand } from "./eval-retrieval.js";
import { addEvalScalingCommand } from "./eval-scaling.js";
import { addEvalStrategies } from "./eval-strategies.js";
import { addEvalTasksCommand } from "./eval-tasks.js";
import { addEvalTiersCommand } from "./eval-tiers.js";
import type { Io } from "./output.js";

export function addEvalCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("eval")
    .description("measure routers and strategies on labeled tasks")
    // `eval` and its commands may have options of one name.
    .enablePositionalOptions();
  addEvalStrategies(command, io, finish);
  addEvalScalingCommand(command, io, finish);
  addEvalBindingCommand(command, io, finish);
  addEvalRetrievalCommand(command, io, finish);
  addEvalImportCommand(command, io, finish);
  addEvalTasksCommand(command, io, finish);
  addEvalLangSmithCommand(command, io, finish);
  addEvalTiersCommand(command, io, finish);
  addEvalMemoryCommand(command, io, finish);
}
