/** The parts of README.md that are made from the code: what `npm start` prints, and the settings. */
import { readFileSync } from "node:fs";
import { toolgapHere } from "../cli/toolgap.js";
import { settingRows } from "./settings-table.js";

export const readmePath = "README.md";

/** README.md as it should be now. */
export async function expectedReadme(): Promise<string> {
  const { stdout } = await toolgapHere([]);
  const current = readFileSync(readmePath, "utf8");
  const withOutput = current.replace(/```text\nTask: [\s\S]*?\n```/, () => `\`\`\`text\n${excerpt(stdout)}\n\`\`\``);
  return withOutput.replace(/(\n\| setting \|.*\n\|[-| ]+\n)(?:\|.*\n)*/, (_table, head: string) => {
    return `${head}${settingRows().join("\n")}\n`;
  });
}

/** The first strategy and the table of all three. */
function excerpt(output: string): string {
  const [introduction, first] = output.split("\n\n");
  const table = output.slice(output.indexOf("┌"), output.indexOf("Try next:")).trimEnd();
  return [introduction, first, "...", table].join("\n\n");
}

export const chineseReadmePath = "README.zh-CN.md";

const codeBlock = /```[\s\S]*?\n```/g;

/** README.zh-CN.md with the code blocks of README.md: commands, output and numbers are the same in every language. */
export function expectedChineseReadme(english: string): string {
  const blocks = english.match(codeBlock) ?? [];
  let place = 0;
  return readFileSync(chineseReadmePath, "utf8").replace(codeBlock, (block) => blocks[place++] ?? block);
}
