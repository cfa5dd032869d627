/** `npm run bench`: prints how fast the router and the loop are, beside others, in one run. docs/benchmark.md says how to read it. */
import { parseArgs } from "node:util";
import writeFileAtomic from "write-file-atomic";
import { renderReport } from "./report.js";
import { runBench } from "./run-bench.js";

const usage = "expected: npm run bench -- [--quick] [--output FILE.json]";

function readArguments(): { quick: boolean; output: string | undefined } {
  try {
    const { values } = parseArgs({ options: { quick: { type: "boolean" }, output: { type: "string" } } });
    return { quick: values.quick ?? false, output: values.output };
  } catch (error) {
    console.error(`${(error as Error).message.split("\n")[0]}; ${usage}`);
    process.exit(2);
  }
}

const { quick, output } = readArguments();
const folder = process.env.TOOLGAP_DATA || undefined;
const report = await runBench({ quick, folder, onProgress: (line) => console.error(line) });
console.log(renderReport(report));
if (output !== undefined) await writeFileAtomic(output, `${JSON.stringify(report, null, 2)}\n`);
