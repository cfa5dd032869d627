import fc from "fast-check";
import { expect, it } from "vitest";
import { ToolCatalog } from "../../../catalog/index.js";
import { readOperations } from "../../../catalog/sources/openapi/operations.js";
import { makeRequest } from "../../../catalog/sources/openapi/request.js";
import { encode } from "../../../catalog/sources/openapi/serialize.js";

const anyValue = fc.jsonValue({ maxDepth: 3 });
const operation = fc.oneof(
  anyValue,
  fc.record(
    {
      operationId: anyValue,
      summary: anyValue,
      parameters: fc.oneof(
        anyValue,
        fc.array(
          fc.record({ name: fc.string(), in: fc.constantFrom("path", "query", "header", "cookie"), schema: anyValue }),
        ),
      ),
      requestBody: fc.oneof(
        anyValue,
        fc.record({ content: fc.dictionary(fc.string(), fc.record({ schema: anyValue })) }),
      ),
      security: anyValue,
    },
    { requiredKeys: [] },
  ),
);
const paths = fc.dictionary(
  fc.string().map((path) => `/${path}`),
  fc.oneof(anyValue, fc.record({ get: operation, post: operation, parameters: anyValue }, { requiredKeys: [] })),
);

it("accounts for every operation of any document: a tool that the catalog takes, or set aside", () => {
  fc.assert(
    fc.property(paths, fc.boolean(), (given, isOldDialect) => {
      const document = { root: { paths: given }, isOldDialect, address: undefined };
      const { operations, setAside } = readOperations(document, "s");
      const names = [...operations.map(({ tool }) => tool), ...setAside.map(({ name }) => name)];
      expect(new Set(names).size).toBe(names.length);
      const tools = operations.map(({ tool: name, description, inputSchema }) => ({ name, description, inputSchema }));
      const catalog = new ToolCatalog([{ name: "s", description: "", tools }]);
      expect(catalog.setAside).toEqual([]);
      for (const { parameters } of operations) {
        const used = parameters.map((parameter) => parameter.argument);
        expect(new Set(used).size).toBe(used.length);
      }
    }),
    { numRuns: 300 },
  );
});

it("writes the call of any operation into a request, or says in words why not", () => {
  fc.assert(
    fc.property(paths, fc.string({ unit: "binary" }), (given, value) => {
      const document = { root: { paths: given }, isOldDialect: false, address: undefined };
      for (const operation of readOperations(document, "s").operations) {
        const args = Object.fromEntries(operation.parameters.map(({ argument }) => [argument, value]));
        if (operation.body) args[operation.body.argument] = value;
        try {
          makeRequest(operation, "http://x.example", args, { headers: {}, query: [], cookies: [] });
        } catch (error) {
          expect((error as Error).message).toMatch(/^(the|a) (path )?parameter /);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it("encodes any text so that it comes back whole, and ends no part of an address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = encode(text);
      expect(written).toMatch(/^[A-Za-z0-9%._~-]*$/);
      expect(decodeURIComponent(written)).toBe(text);
    }),
  );
});
