import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { InputError, loadCatalog, toFunctionTool } from "../../../catalog/index.js";
import { findRuleViolations } from "../../../catalog/schema/provider-rules.js";
import { forgeDocument } from "./forge.js";
import { loadDocument, smallDocument, startServer, textOf, writeDocument } from "./support.js";

describe("a document of several hundred operations", () => {
  it.each([
    ["JSON", "3.0.3", (document: object) => JSON.stringify(document), "json"],
    ["YAML", "3.0.3", (document: object) => stringify(document), "yaml"],
    ["JSON", "3.1.0", (document: object) => JSON.stringify(document), "json"],
    ["YAML", "3.1.0", (document: object) => stringify(document), "yml"],
  ] as const)("is one server with a tool for each, from %s in version %s", async (_kind, version, write, ending) => {
    const path = writeDocument(write(forgeDocument("https://api.forge.example", version)), ending);
    const { catalog } = await loadCatalog({ openApi: [path] });
    expect(catalog.servers().map(({ name, description }) => ({ name, description }))).toEqual([
      { name: "code-forge", description: "Code Forge: Repositories, issues and what belongs to them." },
    ]);
    expect(catalog.setAside).toEqual([]);
    expect(catalog.size).toBeGreaterThan(450);
    const create = catalog.get({ server: "code-forge", name: "issues/create" })!;
    expect(create.inputSchema).toMatchObject({
      type: "object",
      properties: {
        owner: { type: "string", description: "The account." },
        repo: { type: "string" },
        body: { $ref: "#/$defs/new-issues" },
      },
      required: ["owner", "repo", "body"],
      $defs: { user: { properties: { manager: { $ref: "#/$defs/user" }, name: { type: ["string", "null"] } } } },
    });
    expect(JSON.stringify(create.inputSchema)).not.toMatch(/nullable|"login"|example/);
    expect(catalog.get({ server: "code-forge", name: "get_orgs_by_org_issues" })?.description).toBe(
      "GET /orgs/{org}/issues",
    );
  });

  it("gives tools that strict providers take", async () => {
    const { catalog } = await loadCatalog({ openApi: [writeDocument(forgeDocument("https://forge.example"))] });
    const problems = catalog
      .tools()
      .flatMap((tool) => findRuleViolations(toFunctionTool(tool, "name").function.parameters));
    expect(problems).toEqual([]);
  });

  it("is called over HTTP with path, query, body and token in place", async () => {
    const { address, seen } = await startServer();
    const environment = { TOOLGAP_OPENAPI_CODE_FORGE_TOKEN: "t0ken-of-the-test" };
    const { call } = await loadDocument(forgeDocument(address), { environment });
    const listed = await call("issues/list-for-repo", { owner: "a b/c", repo: "r", labels: ["x y", "z"], page: 2 });
    expect(listed.isError).toBe(false);
    const created = await call("issues/create", { owner: "o", repo: "r", body: { title: "New", body: null } });
    expect(created).toMatchObject({ isError: false, structured: { method: "POST" } });
    expect(seen).toMatchObject([
      {
        method: "GET",
        url: "/v3/repos/a%20b%2Fc/r/issues?page=2&labels=x%20y,z",
        headers: { authorization: "Bearer t0ken-of-the-test" },
      },
      { method: "POST", url: "/v3/repos/o/r/issues", body: '{"title":"New","body":null}' },
    ]);
    // The server repeats the token; what the model gets does not hold it.
    expect(JSON.stringify([listed, created])).not.toContain("t0ken-of-the-test");
  });

  it("checks arguments before anything is sent", async () => {
    const { address, seen } = await startServer();
    const { call } = await loadDocument(forgeDocument(address));
    const refused = await call("issues/create", { owner: "o", repo: "r", body: { body: "no title" } });
    expect(refused).toMatchObject({ isError: true });
    expect(textOf(refused)).toContain("title");
    expect(seen).toEqual([]);
  });
});

describe("an operation as a tool", () => {
  it("says by its method how much it can do", async () => {
    const operation = { responses: {} };
    const methods = { get: operation, head: operation, post: operation, put: operation, patch: operation };
    const document = smallDocument("http://x.example", { "/thing": { ...methods, delete: operation } });
    const { catalog } = await loadDocument(document);
    const hints = Object.fromEntries(catalog.tools().map(({ id, annotations }) => [id.name, annotations]));
    const openWorldHint = true;
    expect(hints).toEqual({
      get_thing: { readOnlyHint: true, openWorldHint },
      head_thing: { readOnlyHint: true, openWorldHint },
      post_thing: { readOnlyHint: false, openWorldHint },
      put_thing: { readOnlyHint: false, idempotentHint: true, openWorldHint },
      patch_thing: { readOnlyHint: false, openWorldHint },
      delete_thing: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint },
    });
  });

  it("keeps parameters of one name in several places, and one called body, apart", async () => {
    const { address, seen } = await startServer();
    const at = (name: string, place: string) => ({ name, in: place, schema: { type: "string" } });
    const document = smallDocument(address, {
      "/things/{id}": {
        post: {
          operationId: "mix",
          parameters: [at("id", "path"), at("id", "query"), at("id", "header"), at("body", "query")],
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        },
      },
    });
    const { catalog, call } = await loadDocument(document);
    const { inputSchema } = catalog.tools()[0]!;
    expect(Object.keys((inputSchema as { properties: object }).properties)).toEqual([
      ...["path_id", "query_id", "header_id", "body", "request_body"],
    ]);
    await call("mix", { path_id: "p", query_id: "q", header_id: "h", body: "b", request_body: { x: 1 } });
    expect(seen).toMatchObject([{ url: "/things/p?id=q&body=b", headers: { id: "h" }, body: '{"x":1}' }]);
  });

  it("is set aside alone when it cannot be used, and names why", async () => {
    const document = smallDocument("http://x.example", {
      "/good": { get: {} },
      "/remote": { get: { operationId: "remote", parameters: [{ $ref: "https://evil.example/parameter.json" }] } },
      "/lost": { get: { operationId: "lost", parameters: [{ $ref: "#/components/parameters/none" }] } },
      "/odd": { get: 7, post: { operationId: "odd", parameters: [{ name: "x", in: "sky" }] } },
      "/circle": { $ref: "#/paths/~1circle" },
    });
    const { catalog } = await loadDocument(document);
    expect(catalog.tools().map((tool) => tool.id.name)).toEqual(["get_good"]);
    expect(catalog.setAside.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      "remote: the reference https://evil.example/parameter.json leads elsewhere, which is not fetched",
      "lost: the reference #/components/parameters/none leads nowhere",
      "get_odd: the operation is no object",
      'odd: a parameter has no name or no place: {"name":"x","in":"sky"}',
      "any_circle: the reference #/paths/~1circle leads in a circle",
    ]);
  });

  it("lets anything through where a schema stands elsewhere, and fetches nothing", async () => {
    const { address, seen } = await startServer();
    const schema = { type: "object", properties: { far: { $ref: `${address}/schema.json` } } };
    const document = smallDocument(address, {
      "/x": { post: { operationId: "x", requestBody: { content: { "application/json": { schema } } } } },
    });
    const { call } = await loadDocument(document);
    expect(seen).toEqual([]);
    await call("x", { body: { far: [1] } });
    expect(seen).toMatchObject([{ url: "/x", body: '{"far":[1]}' }]);
  });

  it("has a name of its own though two have one id", async () => {
    const document = smallDocument("http://x.example", {
      "/a": { get: { operationId: "same" } },
      "/b": { get: { operationId: "same" } },
      "/b/": { get: {} },
    });
    const { catalog } = await loadDocument(document);
    expect(catalog.tools().map((tool) => tool.id.name)).toEqual(["same", "get_b", "get_b_2"]);
  });
});

describe("a document that cannot be used", () => {
  it.each([
    ["{", "it is not JSON"],
    ["a: [1", "it is not YAML"],
    ["[]", "it is an array"],
    ['{"swagger": "2.0"}', "it is version 2.0: convert it to OpenAPI 3 first"],
    ['{"openapi": "4.0.0", "paths": {}}', '"openapi" is "4.0.0", expected "3.0.x" or "3.1.x"'],
    ['{"openapi": "3.1.0"}', '"paths" is nothing'],
  ])("is refused in one line: %s", async (text, words) => {
    const loading = loadCatalog({ openApi: [writeDocument(text, "yaml")] });
    await expect(loading).rejects.toThrow(InputError);
    await expect(loading).rejects.toThrow(words);
    await expect(loading).rejects.not.toThrow("\n");
  });

  it("is refused when the file is not there", async () => {
    await expect(loadCatalog({ openApi: ["/nowhere/api.yaml"] })).rejects.toThrow("there is no such file");
  });

  it("is a named failure when its address does not answer, and the others go on", async () => {
    const { address } = await startServer((_request, response) => response.writeHead(404).end());
    const given = [`far=${address}/api.json`, writeDocument(smallDocument("http://x.example", {}))];
    const { catalog, failures } = await loadCatalog({ openApi: given });
    expect(failures).toEqual([{ server: given[0], reason: expect.stringContaining("answered with HTTP 404") }]);
    expect(catalog.servers().map((server) => server.name)).toEqual(["small"]);
  });

  it("needs another name when two have one title", async () => {
    const path = writeDocument(smallDocument("http://x.example", {}));
    await expect(loadCatalog({ openApi: [path, path] })).rejects.toThrow('Server "small" is in');
    const { catalog } = await loadCatalog({ openApi: [path, `other=${path}`] });
    expect(catalog.servers().map((server) => server.name)).toEqual(["small", "other"]);
  });
});
