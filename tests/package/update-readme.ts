/**
 * `npm run readme`: writes the parts of README.md and of its translation that are made from the code. With `-- --measured` the strategies are
 * measured too, which takes half a minute.
 */
import { readFileSync } from "node:fs";
import writeFileAtomic from "write-file-atomic";
import { toolgapHere } from "../cli/toolgap.js";
import { chineseReadmePath, expectedChineseReadme, expectedReadme, readmePath } from "./readme.js";

if (process.argv.includes("--measured")) {
  const { code, stdout, stderr } = await toolgapHere("eval --offline --strategy compare --no-scaling".split(" "));
  if (code !== 0) throw new Error(`The measurement failed: ${stderr}`);
  const block = /```text\n\d+ tasks, router [\s\S]*?\n```/;
  const written = readFileSync(readmePath, "utf8").replace(block, () => `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``);
  await writeFileAtomic(readmePath, written);
}
const english = await expectedReadme();
await writeFileAtomic(readmePath, english);
await writeFileAtomic(chineseReadmePath, expectedChineseReadme(english));
