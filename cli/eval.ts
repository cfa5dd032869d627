/** `toolgap eval`: routers and strategies measured on labeled tasks. */
import type { Command } from "commander";
import { addEvalRetrievalCommand } from "./eval-retrieval.js";
import type { Io } from "./output.js";

export function addEvalCommand(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("eval")
    .description("measure routers and strategies on labeled tasks")
    // `eval` and its commands may have options of one name.
    .enablePositionalOptions();
  addEvalRetrievalCommand(command, io, finish);
}
