import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectSecrets, redact, redactDescriptions } from "../../../catalog/secrets.js";
import { describeServer } from "../../../catalog/sources/describe.js";

describe("the description of a server", () => {
  it("is its instructions in one line, with its title", () => {
    const self = { title: "Shop", instructions: "# Orders\n\nUse `find` first.", description: "unused" };
    expect(describeServer(self, ["find"])).toBe("Shop: Orders Use find first.");
  });

  it("is its description when it gives no instructions", () => {
    expect(describeServer({ description: "Sells things" }, ["find"])).toBe("Sells things");
  });

  it("is made of the words of its tools' names when it says nothing", () => {
    expect(describeServer({}, ["read_text_file", "listAllowedDirectories", "get-2nd.row"])).toBe(
      "read text file, list allowed directories, get 2nd row",
    );
    expect(describeServer({ title: "Files" }, ["read_file"])).toBe("Files: read file");
  });

  it("is cut at a sentence when it is long", () => {
    const description = describeServer({ instructions: `${"A sentence of words. ".repeat(60)}` }, []);
    expect(description.length).toBeLessThanOrEqual(604);
    expect(description).toMatch(/words\.$/);
  });

  it("is at most 604 characters in one line, whatever the server says", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.array(fc.string()), (instructions, names) => {
        const description = describeServer({ instructions }, names);
        expect(description.length).toBeLessThanOrEqual(604);
        expect(description).not.toContain("\n");
      }),
    );
  });
});

describe("secrets", () => {
  it("are masked whole, without their scheme, URL-encoded and JSON-escaped", () => {
    const secrets = collectSecrets(["Bearer abc/def", 'quo"ted', "on"]);
    const text = 'Bearer abc/def; abc/def; abc%2Fdef; "quo\\"ted"; on; Bearer';
    expect(redact(text, secrets)).toBe('[secret]; [secret]; [secret]; "[secret]"; on; Bearer');
  });

  it("are masked longest first, so that no rest of one stays", () => {
    expect(redact("abcd-efgh", collectSecrets(["abcd", "abcd-efgh"]))).toBe("[secret]");
  });

  it("of some length are masked in descriptions, never in names, keys and allowed values", () => {
    const tool = {
      name: "topsecret",
      description: "uses topsecret",
      inputSchema: {
        properties: { topsecret: { enum: ["topsecret"], description: "topsecret?", default: "topsecret" } },
      },
    };
    expect(redactDescriptions(tool, collectSecrets(["topsecret", "uses"]))).toEqual({
      name: "topsecret",
      description: "uses [secret]",
      inputSchema: {
        properties: { topsecret: { enum: ["topsecret"], description: "[secret]?", default: "[secret]" } },
      },
    });
  });
});
