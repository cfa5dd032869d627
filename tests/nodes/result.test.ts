import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import type { ToolContent } from "../../catalog/types.js";
import { renderOutcome, shorten } from "../../nodes/result.js";

const outcome = (content: ToolContent[], structured?: unknown) => ({
  content,
  structured,
  isError: false,
  simulated: false,
});

describe("renderOutcome", () => {
  it("puts texts on lines of their own", () => {
    const texts = ["a", "b"].map((text): ToolContent => ({ type: "text", text }));
    expect(renderOutcome(outcome(texts))).toBe("a\nb");
  });

  it("says so when there is nothing", () => {
    expect(renderOutcome(outcome([]))).toBe("(no content)");
    expect(renderOutcome(outcome([{ type: "text", text: "" }]))).toBe("(no content)");
  });

  it("shows the structured form only where there is no text", () => {
    expect(renderOutcome(outcome([], { rows: 2 }))).toBe('{"rows":2}');
    expect(renderOutcome(outcome([{ type: "text", text: "2 rows" }], { rows: 2 }))).toBe("2 rows");
  });

  it("describes images, sounds and links, and shows the text of resources", () => {
    const content: ToolContent[] = [
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "audio", data: "AAAAAAAA", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "file:///a", text: "inside" } },
      { type: "resource", resource: { uri: "file:///b", blob: "AAAA", mimeType: "application/pdf" } },
      { type: "resource", resource: { uri: "file:///c", blob: "AAAA" } },
      { type: "resource_link", uri: "file:///d", description: "a report" },
      { type: "resource_link", uri: "file:///e" },
    ];
    expect(renderOutcome(outcome(content)).split("\n")).toEqual([
      "[image image/png, 3 bytes]",
      "[audio audio/wav, 6 bytes]",
      "inside",
      "[application/pdf resource file:///b]",
      "[binary resource file:///c]",
      "[resource file:///d: a report]",
      "[resource file:///e]",
    ]);
  });

  it("does not fail on content of a kind it does not know, or without its parts", () => {
    const odd = [{ type: "video", url: "x" }, { type: "resource" }, { type: "text" }, null, "plain"];
    expect(renderOutcome(outcome(odd as unknown as ToolContent[]))).toContain("video");
  });

  it("keeps a long result within the default limit, give or take the marker", () => {
    const text = renderOutcome(outcome([{ type: "text", text: "x".repeat(1_000_000) }]));
    expect(text.length).toBeLessThan(defaults.maxResultCharacters + 100);
  });
});

describe("shorten", () => {
  it("leaves a text of exactly the limit alone", () => {
    expect(shorten("abcdef", 6)).toBe("abcdef");
  });

  it("keeps two thirds at the head and one third at the tail, and says what is missing", () => {
    expect(shorten("abcdefghijkl", 6)).toBe("abcd\n[... 6 of 12 characters left out ...]\nkl");
  });

  it("keeps nothing but the marker when the limit is zero", () => {
    expect(shorten("abc", 0)).toBe("\n[... 3 of 3 characters left out ...]\n");
  });

  it("never cuts a character in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 40 }), (text, most) => {
        expect(shorten(text, most)).not.toMatch(/\p{Surrogate}/u);
      }),
    );
    expect(shorten("😀".repeat(10), 9)).not.toMatch(/\p{Surrogate}/u);
  });
});
