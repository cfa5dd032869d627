import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/registry.js";
import { buildServerSegments } from "../../../catalog/search/hybrid/server-segments.js";
import { encodeSegments, indexFormat } from "../../../catalog/search/segment-file.js";

/** Something of every rule by which texts are cut into words. */
const text = `I am, you're, she isn't: what, which, who, whose, how, when and where? Of the from in into on at by for with without
about after before under over as is are was were be been being do does did has have had can could would should will may this that these
those it its them their our your my me us not no yes all any some each every other than then there here please just also very more most.
HTTPServer2go parseJSON_v1 snake_case kebab-case e-mail O'Neil’s 3D 10x 2024-01-31 50% $9.99 C++ C# node.js https://example.com/a?b=c
generalizations relational hopping hoping flies dying news skies running ran children analyses indices matrices universities happily
crème brûlée Ångström naïve Straße Москва погода Αθήνα ファイルを送る 파일 보내기 查询天气预报 天 ﬁle ① ½ a b c 7`;

/** One of everything that the index text reads. */
const server = {
  name: "mail-room",
  description: `Letters, parcels and the café's e-mails. ${text}`,
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
  expect({ indexFormat, digest }).toEqual({ indexFormat: 4, digest: "27b3c75179cfb7ed" });
});
