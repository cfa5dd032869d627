import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { InputError } from "../../catalog/types.js";
import { failureLine, paint, printable } from "../../cli/output.js";
import { makeTag, processesOf, temporaryFolder, testEntry, writeConfig } from "../catalog/mcp/support.js";
import { startToolgap } from "./toolgap.js";

async function until(condition: () => boolean, milliseconds = 20_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.concurrent("the process", () => {
  it.each([
    ["SIGINT", 130, "while a server starts", false],
    ["SIGTERM", 143, "while a server is busy", true],
  ] as const)("ends its servers on %s with exit code %i, %s", async (signal, expected, _when, starts) => {
    const folder = temporaryFolder();
    const tag = makeTag();
    const hangs = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)", tag] };
    const config = writeConfig(folder, { slow: starts ? testEntry(tag) : hangs });
    const child = startToolgap(["run", "Keep the processor busy and read nothing", "--mcp", config], {
      env: { TOOLGAP_CACHE_DIR: folder },
    });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    await until(() => (starts ? stderr.includes("loaded ") : processesOf(tag).length > 0));
    const closed = once(child, "close");
    child.kill(signal);
    expect(await closed).toEqual([expected, null]);
    expect(stderr).toMatch(new RegExp(`(^|\\n)toolgap: stopped by ${signal}\\n$`));
    await until(() => processesOf(tag).length === 0);
    expect(processesOf(tag)).toEqual([]);
  });

  it("is quiet when its reader has seen enough", async () => {
    const child = startToolgap(["catalog", "list", "--json", "--num-tools", "20000"]);
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const closed = once(child, "close");
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect([await closed, stderr]).toEqual([[0, null], ""]);
  });
});

describe("a line about a failure", () => {
  it("is the message alone for wrong input", () => {
    expect(failureLine(new InputError("given a,\n  expected b"), undefined)).toBe("toolgap: given a, expected b");
  });

  it("says how to see the stack for anything else, and shows it when asked", () => {
    const error = new TypeError("x is not a function");
    expect(failureLine(error, undefined)).toBe(
      "toolgap: unexpected error: x is not a function (set DEBUG=toolgap to see the stack)",
    );
    expect(failureLine(error, "other,toolgap")).toContain("process.test.ts");
  });
});

describe("text for a terminal", () => {
  const stream = (isTTY: boolean) => ({ isTTY }) as NodeJS.WriteStream;

  it("is colored on a terminal only, and never with NO_COLOR", () => {
    const { NO_COLOR } = process.env;
    delete process.env.NO_COLOR;
    expect(paint(stream(true), "red", "x")).toBe("\u001b[31mx\u001b[39m");
    expect(paint(stream(false), "red", "x")).toBe("x");
    process.env.NO_COLOR = "1";
    expect(paint(stream(true), "red", "x")).toBe("x");
    if (NO_COLOR === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = NO_COLOR;
  });

  it("holds nothing that steers it", () => {
    expect(printable("a\u001b[2J b\u0007\u009b31mc\rd\nd\te")).toBe("a bcd\nd\te");
  });
});
