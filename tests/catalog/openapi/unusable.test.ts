/** What cannot be sent is found when the document is loaded, or named before anything is sent. */
import { describe, expect, it } from "vitest";
import { loadDocument, smallDocument, startServer, textOf } from "./support.js";

describe("a scheme that is not supported", () => {
  const schemes = {
    token: { type: "http", scheme: "Bearer" },
    cert: { type: "mutualTLS" },
    digest: { type: "http", scheme: "digest" },
    strange: { type: "handshake" },
    remote: { $ref: "https://evil.example/scheme.json" },
    blank: { type: "apiKey", in: "header", name: "X Key" },
    nowhere: { type: "apiKey", in: "body", name: "key" },
  };
  const environment = { TOOLGAP_OPENAPI_SMALL_TOKEN: "s3cret-token", TOOLGAP_OPENAPI_SMALL_API_KEY: "s3cret-key" };
  const load = async (security: object[]) => {
    const { address, seen } = await startServer();
    const paths = { "/x": { get: { security } }, "/y": { get: {} } };
    const rest = { components: { securitySchemes: schemes } };
    return { ...(await loadDocument(smallDocument(address, paths, rest), { environment })), seen };
  };

  it.each([
    ["cert", 'it needs the security scheme "cert" (mutualTLS), which is not supported'],
    ["digest", 'it needs the security scheme "digest" (http digest), which is not supported'],
    ["strange", 'it needs the security scheme "strange" (handshake), which is not supported'],
    ["lost", 'it needs the security scheme "lost", which the document does not define'],
    ["blank", 'its security scheme "blank" names no place for the key'],
    ["nowhere", 'its security scheme "nowhere" names no place for the key'],
    ["remote", 'its security scheme "remote" cannot be read: the reference https://evil.example/scheme.json leads'],
  ])("sets the operation aside with its name: %s", async (scheme, reason) => {
    const { catalog } = await load([{ token: [], [scheme]: [] }]);
    expect(catalog.tools().map(({ id }) => id.name)).toEqual(["get_y"]);
    expect(catalog.setAside).toEqual([
      { server: "small", name: "get_x", reason: expect.stringContaining(reason) as string },
    ]);
  });

  it("is passed over where there is another, and never gets the token", async () => {
    const { call, catalog, seen } = await load([{ cert: [] }, { strange: [], token: [] }, { token: [] }]);
    expect(catalog.setAside).toEqual([]);
    expect((await call("get_x")).isError).toBe(false);
    expect(seen[0]?.headers.authorization).toBe("Bearer s3cret-token");
    const open = await load([{ digest: [] }, {}]);
    expect((await open.call("get_x")).isError).toBe(false);
    expect(open.seen[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("a header", () => {
  it.each(["X Name", "", "X:Y", "Größe", "X\r\nY"])(
    "called %j sets its operation aside when it is loaded",
    async (name) => {
      const operation = { get: { parameters: [{ name, in: "header", schema: {} }] } };
      const { catalog } = await loadDocument(smallDocument("http://x.example", { "/x": operation, "/y": { get: {} } }));
      expect(catalog.tools().map(({ id }) => id.name)).toEqual(["get_y"]);
      expect(catalog.setAside[0]?.reason).toBe(`${JSON.stringify(name)} cannot be the name of a header`);
    },
  );

  it("of the connection itself is no parameter", async () => {
    const { address, seen } = await startServer();
    const parameters = ["Expect", "Upgrade", "Keep-Alive", "X-Own"].map((name) => ({ name, in: "header", schema: {} }));
    const { call, catalog } = await loadDocument(smallDocument(address, { "/x": { get: { parameters } } }));
    const { properties } = catalog.tools()[0]!.inputSchema as { properties: object };
    expect(Object.keys(properties)).toEqual(["X-Own"]);
    expect((await call("get_x", { "X-Own": "é" })).isError).toBe(false);
    expect(seen[0]?.headers["x-own"]).toBe("é");
  });

  it("whose value cannot be sent is named, and nothing is sent", async () => {
    const { address, seen } = await startServer();
    const operation = { get: { parameters: [{ name: "X-Own", in: "header", schema: {} }] } };
    const { call } = await loadDocument(smallDocument(address, { "/x": operation }));
    expect(textOf(await call("get_x", { "X-Own": "漢字" }))).toBe(
      'Tool small/get_x failed: the parameter "X-Own" is sent as a header, which takes Latin-1 characters only',
    );
    expect(seen).toEqual([]);
  });

  it("of a media type that is none sets its operation aside", async () => {
    const operation = { post: { requestBody: { content: { "text/plain\nX-Evil: 1": { schema: {} } } } } };
    const { catalog } = await loadDocument(smallDocument("http://x.example", { "/x": operation }));
    expect(catalog.setAside[0]?.reason).toBe('"text/plain\\nX-Evil: 1" is no media type');
  });
});
