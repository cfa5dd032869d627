import { describe, expect, it } from "vitest";
import { playGoldenTranscript, readGoldenTranscripts } from "./run.js";

describe("golden transcripts, played by the active graph", () => {
  const transcripts = readGoldenTranscripts(new URL("./transcripts.jsonl", import.meta.url));

  it.each(transcripts)("$name", async (golden) => {
    const observed = await playGoldenTranscript(golden);
    const expected = golden.turns.map(({ messages, effects, bound, stoppedBy }) => ({
      messages,
      effects,
      bound,
      stoppedBy,
    }));
    expect(observed).toEqual(expected);
  });
});
