/** The rows of the settings table in README.md, from what the code says. */
import { defaults } from "../../catalog/defaults.js";
import { createProgram } from "../../cli/program.js";
import { agentContext } from "../../graphs/context.js";
import { type AgentContext, resolveSettings } from "../../nodes/settings.js";

type Setting = keyof AgentContext;

const io = { signal: new AbortController().signal, stdout: process.stdout, stderr: process.stderr };
export const program = createProgram(io, () => {});
const run = program.commands.find((command) => command.name() === "run")!;

/** Settings whose flag has another name. */
const renamed: Partial<Record<Setting, string>> = {
  requestProtocol: "protocol",
  callProtocol: "protocol",
  maxToolsPerRequest: "topK",
  retrievalTopK: "topK",
};

/** What the schema's text says as a default where there is no number. */
const spoken = / Default: (.+)\.$/;

export function settingRows(): string[] {
  const { shape } = agentContext;
  return (Object.keys(shape) as Setting[]).map((setting) => {
    const description = shape[setting].description ?? "";
    const preset = (defaults as Partial<Record<Setting, string | number>>)[setting];
    const cells = [
      `\`${setting}\``,
      preset === undefined ? (spoken.exec(description)?.[1] ?? "") : `\`${preset}\``,
      flagOf(setting),
      environmentOf(setting),
      description.replace(spoken, ""),
    ];
    return `| ${cells.map((cell) => cell || "-").join(" | ")} |`;
  });
}

function flagOf(setting: Setting): string {
  const attribute = renamed[setting] ?? setting;
  const option = run.options.find((candidate) => candidate.attributeName() === attribute);
  return option ? `\`${option.long}\`` : "";
}

/** The variable, when setting it changes the setting. */
function environmentOf(setting: Setting): string {
  const variable = setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const settingWith = (environment: Record<string, string>) =>
    JSON.stringify(resolveSettings({}, {}, environment)[setting]);
  const isRead = settingWith({ [variable]: "1" }) !== settingWith({});
  return isRead ? `\`${variable}\`` : "";
}
