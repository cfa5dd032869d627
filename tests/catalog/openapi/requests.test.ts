import { describe, expect, it } from "vitest";
import { InputError } from "../../../catalog/index.js";
import { isInside } from "../../../catalog/sources/openapi/base-address.js";
import { loadOpenApi } from "../../../catalog/sources/openapi/index.js";
import { loadDocument, smallDocument, startServer, textOf, writeDocument } from "./support.js";

const color = { R: 100, G: 200 };
const list = ["blue", "black"];

describe("a parameter is written in its style", () => {
  // The table of OpenAPI 3.1, "Style Examples", and what it leaves open.
  it.each([
    ["path", {}, "a/b c", "/x/a%2Fb%20c"],
    ["path", {}, list, "/x/blue,black"],
    ["path", { explode: true }, color, "/x/R=100,G=200"],
    ["path", {}, color, "/x/R,100,G,200"],
    ["path", { style: "label" }, list, "/x/.blue,black"],
    ["path", { style: "label", explode: true }, list, "/x/.blue.black"],
    ["path", { style: "matrix" }, list, "/x/;v=blue,black"],
    ["path", { style: "matrix", explode: true }, list, "/x/;v=blue;v=black"],
    ["path", { style: "matrix", explode: true }, color, "/x/;R=100;G=200"],
    ["path", { style: "matrix" }, color, "/x/;v=R,100,G,200"],
    ["query", {}, "a b&c=d", "/x?v=a%20b%26c%3Dd"],
    ["query", {}, list, "/x?v=blue&v=black"],
    ["query", { explode: false }, list, "/x?v=blue,black"],
    ["query", {}, color, "/x?R=100&G=200"],
    ["query", { explode: false }, color, "/x?v=R,100,G,200"],
    ["query", { style: "spaceDelimited", explode: false }, list, "/x?v=blue%20black"],
    ["query", { style: "pipeDelimited", explode: false }, list, "/x?v=blue|black"],
    ["query", { style: "deepObject" }, color, "/x?v[R]=100&v[G]=200"],
    ["query", { style: "deepObject" }, { in: { a: [1] } }, "/x?v[in][a][0]=1"],
    ["query", { allowReserved: true }, "/a?b:c&d#e", "/x?v=/a?b:c%26d%23e"],
    ["query", {}, [], "/x"],
    ["query", {}, true, "/x?v=true"],
  ] as const)("in the %s with %j: %j", async (place, style, value, url) => {
    const { address, seen } = await startServer();
    const path = place === "path" ? "/x/{v}" : "/x";
    const parameter = { name: "v", in: place, schema: {}, ...style };
    const { call } = await loadDocument(smallDocument(address, { [path]: { get: { parameters: [parameter] } } }));
    const name = place === "path" ? "get_x_by_v" : "get_x";
    expect((await call(name, { v: value })).isError).toBe(false);
    expect(seen[0]?.url).toBe(url);
  });

  it("as header and cookie, without line breaks", async () => {
    const { address, seen } = await startServer();
    const parameters = [
      { name: "X-List", in: "header", schema: {} },
      { name: "X-Line", in: "header", schema: {} },
      { name: "session", in: "cookie", schema: {} },
      { name: "Authorization", in: "header", schema: {} },
    ];
    const { call, catalog } = await loadDocument(smallDocument(address, { "/x": { get: { parameters } } }));
    expect(JSON.stringify(catalog.tools()[0]?.inputSchema)).not.toContain("Authorization");
    await call("get_x", { "X-List": list, "X-Line": "a\r\nX-Evil: 1", session: "s 1" });
    expect(seen[0]?.headers).toMatchObject({
      "x-list": "blue,black",
      "x-line": "a X-Evil: 1",
      cookie: "session=s%201",
    });
    expect(seen[0]?.headers).not.toHaveProperty("x-evil");
  });

  it("as JSON when it has a media type", async () => {
    const { address, seen } = await startServer();
    const parameter = { name: "filter", in: "query", content: { "application/json": { schema: { type: "object" } } } };
    const { call } = await loadDocument(smallDocument(address, { "/x": { get: { parameters: [parameter] } } }));
    await call("get_x", { filter: { a: 1 } });
    expect(decodeURIComponent(seen[0]!.url!)).toBe('/x?filter={"a":1}');
  });
});

describe("a body is written in its media type", () => {
  it.each([
    ["application/x-www-form-urlencoded", { a: "x y", b: [1, 2] }, "a=x%20y&b=1&b=2"],
    ["application/vnd.api+json", { a: 1 }, '{"a":1}'],
    ["text/plain", "plain words", "plain words"],
  ])("%s", async (mediaType, body, written) => {
    const { address, seen } = await startServer();
    const operation = { requestBody: { content: { [mediaType]: { schema: {} } } } };
    const { call } = await loadDocument(smallDocument(address, { "/x": { post: operation } }));
    await call("post_x", { body });
    expect(seen[0]).toMatchObject({ body: written, headers: { "content-type": mediaType } });
  });

  it("multipart/form-data", async () => {
    const { address, seen } = await startServer();
    const operation = { requestBody: { content: { "multipart/form-data": { schema: { type: "object" } } } } };
    const { call } = await loadDocument(smallDocument(address, { "/x": { post: operation } }));
    await call("post_x", { body: { file: "text of a file", tags: ["a", "b"] } });
    expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen[0]?.body.match(/name="(file|tags)"/g)).toHaveLength(3);
  });
});

describe("credentials", () => {
  const schemes = {
    token: { type: "http", scheme: "bearer" },
    login: { type: "http", scheme: "basic" },
    "header-key": { type: "apiKey", in: "header", name: "X-Key" },
    query_key: { type: "apiKey", in: "query", name: "key" },
    cookie_key: { type: "apiKey", in: "cookie", name: "sid" },
    oauth: { type: "oauth2", flows: {} },
  };
  const load = async (security: object[], environment: Record<string, string>) => {
    const { address, seen } = await startServer();
    const rest = { security, components: { securitySchemes: schemes } };
    const loaded = await loadDocument(smallDocument(address, { "/x": { get: {} } }, rest), { environment });
    return { ...loaded, seen };
  };

  it.each([
    ["token", { TOKEN: "s3cret-token" }, { headers: { authorization: "Bearer s3cret-token" } }],
    ["oauth", { TOKEN: "s3cret-token" }, { headers: { authorization: "Bearer s3cret-token" } }],
    ["login", { USERNAME: "ann", PASSWORD: "s3cret" }, { headers: { authorization: "Basic YW5uOnMzY3JldA==" } }],
    ["header-key", { API_KEY: "s3cret-key" }, { headers: { "x-key": "s3cret-key" } }],
    ["header-key", { API_KEY_HEADER_KEY: "s3cret-own", API_KEY: "other" }, { headers: { "x-key": "s3cret-own" } }],
    ["query_key", { API_KEY: "s3cret key" }, { url: "/x?key=s3cret%20key" }],
    ["cookie_key", { API_KEY: "s3cret-key" }, { headers: { cookie: "sid=s3cret-key" } }],
  ])("of the scheme %s come from the environment, and are masked in what the server repeats", async (...given) => {
    const [scheme, variables, expected] = given;
    const environment = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [`TOOLGAP_OPENAPI_SMALL_${name}`, value]),
    );
    const { call, seen } = await load([{ [scheme]: [] }], environment);
    const outcome = await call("get_x");
    expect(seen[0]).toMatchObject(expected);
    expect(JSON.stringify(outcome)).not.toMatch(/s3cret|YW5uOnMzY3JldA/);
  });

  it("that are missing are named by their variables, and nothing is sent", async () => {
    const { call, seen } = await load([{ login: [], "header-key": [] }, { token: [] }], {});
    expect(textOf(await call("get_x"))).toBe(
      "Tool small/get_x failed: it needs credentials: set the environment variable " +
        "TOOLGAP_OPENAPI_SMALL_USERNAME and TOOLGAP_OPENAPI_SMALL_PASSWORD and TOOLGAP_OPENAPI_SMALL_API_KEY, " +
        "or TOOLGAP_OPENAPI_SMALL_TOKEN",
    );
    expect(seen).toEqual([]);
  });

  it("are left out where the document makes them optional and there are none", async () => {
    const { call, seen } = await load([{}, { token: [] }], {});
    expect((await call("get_x")).isError).toBe(false);
    expect(seen[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("a request goes nowhere else", () => {
  it.each(["", []])("by the empty path parameter %j", async (id) => {
    const { address, seen } = await startServer();
    const { call } = await loadDocument(
      smallDocument(address, {
        "/pets/{id}": { delete: { parameters: [{ name: "id", in: "path", required: true, schema: {} }] } },
      }),
    );
    const outcome = await call("delete_pets_by_id", { id });
    expect(outcome.isError).toBe(true);
    expect(textOf(outcome)).toContain('the path parameter "id" is empty');
    expect(seen).toEqual([]);
  });

  it.each(["..", "."])("by the path parameter %s", async (id) => {
    const { address, seen } = await startServer();
    const { call } = await loadDocument(smallDocument(`${address}/api`, { "/users/{id}": { delete: {} } }));
    expect(textOf(await call("delete_users_by_id", { id }))).toContain("would lead to another address");
    expect(seen).toEqual([]);
  });

  it("by a redirect to another host; to its own it is followed for reading", async () => {
    const other = await startServer();
    const { address, seen } = await startServer(({ url }, response) => {
      if (url === "/moved") response.writeHead(302, { location: "/here" }).end();
      else if (url === "/away") response.writeHead(302, { location: `${other.address}/steal` }).end();
      else response.end("arrived");
    });
    const paths = { "/moved": { get: {}, post: {} }, "/away": { get: {} } };
    const { call } = await loadDocument(smallDocument(address, paths));
    expect(await call("get_moved")).toMatchObject({ isError: false, content: [{ text: "arrived" }] });
    expect(await call("post_moved")).toMatchObject({ isError: true, content: [{ text: "HTTP 302 Found" }] });
    expect(await call("get_away")).toMatchObject({ isError: true, content: [{ text: "HTTP 302 Found" }] });
    expect(other.seen).toEqual([]);
    expect(seen.map(({ url }) => url)).toEqual(["/moved", "/here", "/moved", "/away"]);
  });

  it("but to the address that a person configured, whatever the document says", async () => {
    const { address, seen } = await startServer();
    const document = smallDocument("http://elsewhere.example", {
      "/x": { get: { servers: [{ url: "http://third.example" }] } },
    });
    const environment = { TOOLGAP_OPENAPI_SMALL_BASE_URL: `${address}/base/` };
    await (await loadDocument(document, { environment })).call("get_x");
    expect(seen[0]?.url).toBe("/base/x");
  });

  it("without an address: the operation is set aside and the variable named", async () => {
    const { catalog } = await loadDocument({ ...smallDocument("/api", { "/x": { get: {} } }) });
    expect(catalog.setAside).toEqual([
      {
        server: "small",
        name: "get_x",
        reason: 'its address "/api" is not complete: set TOOLGAP_OPENAPI_SMALL_BASE_URL',
      },
    ]);
  });

  it("relative addresses are meant from where the document was fetched", async () => {
    const { address, seen } = await startServer(({ url }, response) => {
      response.end(url === "/docs/api.json" ? JSON.stringify(smallDocument("/v2", { "/x": { get: {} } })) : "ok");
    });
    const { tools } = await loadOpenApi(`${address}/docs/api.json`, { environment: {} });
    await tools[0]?.execute?.({}, {});
    expect(seen.at(-1)?.url).toBe("/v2/x");
  });

  it.each([
    ["localhost", true],
    ["localhost.", true],
    ["127.0.0.1", true],
    ["169.254.169.254", true],
    ["10.1.2.3", true],
    ["[::1]", true],
    ["[::ffff:a9fe:a9fe]", true],
    ["[fd00::1]", true],
    ["metadata.google.internal", true],
    ["api.example.com", false],
    ["93.184.216.34", false],
  ])("%s is inside: %s", (host, inside) => {
    expect(isInside(host)).toBe(inside);
  });
});

describe("an answer", () => {
  const get = async (answer: Parameters<typeof startServer>[0], options = {}) => {
    const { address } = await startServer(answer);
    return loadDocument(smallDocument(address, { "/x": { get: {} } }), options);
  };

  it("with an error status is a tool's error, with what the server said", async () => {
    const { call } = await get((_request, response) => {
      response.writeHead(422, { "content-type": "application/problem+json" }).end('{"detail":"no such state"}');
    });
    expect(await call("get_x")).toMatchObject({
      isError: true,
      content: [{ text: "HTTP 422 Unprocessable Entity" }, { text: '{"detail":"no such state"}' }],
    });
  });

  it("without a body says its status", async () => {
    const { call } = await get((_request, response) => response.writeHead(204).end());
    expect(await call("get_x")).toMatchObject({ isError: false, content: [{ text: "HTTP 204 No Content" }] });
  });

  it.each([
    ["image/png", { type: "image", mimeType: "image/png", data: "AAEC" }],
    ["application/pdf", { type: "text", text: "[application/pdf, 3 bytes of binary data]" }],
    ["application/octet-stream", { type: "text", text: "[application/octet-stream, 3 bytes of binary data]" }],
  ])("of bytes is never pasted as text: %s", async (type, content) => {
    const { call } = await get((_request, response) => {
      response.writeHead(200, { "content-type": type }).end(Buffer.from([0, 1, 2]));
    });
    expect((await call("get_x")).content).toEqual([content]);
  });

  it.each<[string, number[], string]>([
    ["text/plain; charset=iso-8859-1", [0x47, 0x72, 0xf6, 0xdf, 0x65], "Größe"],
    ['text/plain;format=flowed; Charset="windows-1252"', [0x80, 0x35], "€5"],
    ["text/html; charset=Shift_JIS", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["text/csv; charset=gbk", [0xd6, 0xd0, 0xce, 0xc4], "中文"],
    ["text/plain; charset=utf-16le", [0x48, 0, 0x69, 0], "Hi"],
    ["text/plain; charset=utf-8", [0xef, 0xbb, 0xbf, 0xc3, 0xa9], "é"],
    ["text/plain", [0xc3, 0xa9], "é"],
    ["text/plain; charset=made-up", [0xc3, 0xa9], "é"],
  ])("is read in the charset it names: %s", async (type, bytes, text) => {
    const { call } = await get((_request, response) => {
      response.writeHead(200, { "content-type": type }).end(Buffer.from(bytes));
    });
    expect((await call("get_x")).content).toEqual([{ type: "text", text }]);
  });

  it("of JSON is read in the charset it names, the structured form too", async () => {
    const { call } = await get((_request, response) => {
      const type = "application/json; charset=iso-8859-1";
      response.writeHead(200, { "content-type": type }).end(Buffer.from('{"name":"Zoë"}', "latin1"));
    });
    expect(await call("get_x")).toMatchObject({ content: [{ text: '{"name":"Zoë"}' }], structured: { name: "Zoë" } });
  });

  it("that does not end is cut", async () => {
    const { call } = await get((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const write = (): void => {
        while (!response.destroyed && response.write("x".repeat(100_000)));
      };
      response.on("drain", write);
      write();
    });
    const [body, note] = (await call("get_x")).content as { text: string }[];
    expect(body?.text).toHaveLength(10_000_000);
    expect(note?.text).toBe("[the answer was cut after 10000000 bytes]");
  });

  it("that does not come is given up after the timeout, or when the run is stopped", async () => {
    const { call } = await get(() => {}, { timeout: 100 });
    expect(textOf(await call("get_x"))).toContain("no result within 0.1 s");
    const controller = new AbortController();
    const stopped = call("get_x", {}, controller.signal);
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
  });

  it("of nobody says that the server cannot be reached", async () => {
    const { call } = await loadDocument(smallDocument("http://127.0.0.1:9", { "/x": { get: {} } }));
    expect(textOf(await call("get_x"))).toMatch(/the server cannot be reached|bad port/);
  });

  it("has the time that the environment gives, in seconds", async () => {
    const path = writeDocument(smallDocument("http://x.example", { "/x": { get: {} } }));
    const load = (value: string) => loadOpenApi(path, { environment: { TOOLGAP_OPENAPI_SMALL_TIMEOUT: value } });
    expect((await load("2.5")).tools[0]?.timeout).toBe(2_500);
    await expect(load("soon")).rejects.toThrow(InputError);
  });
});
