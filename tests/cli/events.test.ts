import { expect, it } from "vitest";
import { renderEvent } from "../../cli/events.js";

it("a tool's progress is one line, with the total where there is one, and nothing that moves the cursor", () => {
  const tool = { server: "bench", name: "march" };
  const [line = "", ...more] = renderEvent({ type: "progress", tool, progress: 2, total: 3, message: "up\u001b[2J" });
  expect(more).toEqual([]);
  expect(line.startsWith("at work   bench/march: 2 of 3, up")).toBe(true);
  expect(line).not.toContain("\u001b");
  expect(renderEvent({ type: "progress", tool, progress: 2 })).toEqual(["at work   bench/march: 2"]);
});
