/** `npm run bench`: prints how fast the router and the loop are, beside others, in one run. docs/benchmark.md says how to read it. */
import { parseArgs } from "node:util";
import writeFileAtomic from "write-file-atomic";
import { checkOutput } from "../../cli/output-file.js";
import { renderReport } from "./report.js";
import { runBench } from "./run-bench.js";

const usage = "expected: npm run bench -- [--quick] [--max-tools N] [--output FILE.json]";

async function readArguments(): Promise<{ quick: boolean; maxTools: number; output: string | undefined }> {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { quick: { type: "boolean" }, "max-tools": text, output: text } });
    const { quick = false, "max-tools": most, output } = values;
    const maxTools = most === undefined ? Number.POSITIVE_INFINITY : Number(most);
    if (!(maxTools >= 35)) throw new Error(`--max-tools is "${most}"; the smallest catalog has 35 tools`);
    if (output !== undefined) await checkOutput(output);
    return { quick, maxTools, output };
  } catch (error) {
    console.error(`${(error as Error).message.split("\n")[0]}; ${usage}`);
    process.exit(2);
  }
}

const { quick, maxTools, output } = await readArguments();
const folder = process.env.TOOLGAP_DATA || undefined;
const report = await runBench({ quick, maxTools, folder, onProgress: (line) => console.error(line) });
console.log(renderReport(report));
if (output !== undefined) await writeFileAtomic(output, `${JSON.stringify(report, null, 2)}\n`);
