import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { buildServerSegments } from "../../../catalog/search/hybrid/server-segments.js";
import { encodeSegments, indexFormat } from "../../../catalog/search/segment-file.js";

/** One of everything that the index text reads. */
const server = {
  name: "mail-room",
  description: "Letters, parcels and the café's e-mails.",
  tools: [
    {
      name: "sendLetters_v2",
      description: "Sends letters to customers running late. 发送邮件",
      inputSchema: {
        type: "object",
        properties: {
          recipientAddress: { type: "string", description: "Where the letter goes" },
          priority: { enum: ["urgent", "normal"] },
          parts: { type: "array", items: { type: "object", properties: { pageCount: { type: "integer" } } } },
        },
      },
      examples: ["post this to my grandmother"],
    },
  ],
};

it("has a new number when what stands in a kept index changes: words, stems, fields, or their form", () => {
  const [read] = new ToolCatalog([server]).servers();
  const file = encodeSegments(new Map([["key", buildServerSegments(read!)]]));
  const digest = createHash("sha256").update(file).digest("hex").slice(0, 16);
  // A kept index of the same number would be read as if nothing had changed: raise `indexFormat`, then write both here.
  expect({ indexFormat, digest }).toEqual({ indexFormat: 3, digest: "d80cfe89bd491be5" });
});
