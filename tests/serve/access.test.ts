import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refuse } from "../../nodes/proxy/access.js";

const token = "the-token-of-this-test";
const rules = { port: 7414, token };
const good = { host: "127.0.0.1:7414", authorization: `Bearer ${token}` };

describe("who may speak to the HTTP server", () => {
  it("lets in a local client with the token", () => {
    expect(refuse(good, rules)).toBeUndefined();
    expect(refuse({ ...good, host: "localhost" }, rules)).toBeUndefined();
    expect(refuse({ ...good, host: "[::1]:9" }, rules)).toBeUndefined();
    expect(refuse({ ...good, authorization: `bearer ${token}` }, rules)).toBeUndefined();
  });

  it.each([
    ["no host", undefined],
    ["another name", "tools.example.org"],
    ["another name that begins like a local one", "localhost.example.org:7414"],
    ["a user before another name", "localhost@example.org"],
    ["a path behind a local name", "example.org/localhost"],
    ["an address of the network", "192.168.0.7:7414"],
  ])("refuses %s in Host, whatever the token", (_, host) => {
    expect(refuse({ ...good, host }, rules)).toMatchObject({ status: 403 });
  });

  it.each(["https://example.org", "http://127.0.0.1:3000", "https://127.0.0.1:7414", "null", "file://", ""])(
    "refuses the origin %j, whatever the token",
    (origin) => {
      expect(refuse({ ...good, origin }, rules)).toMatchObject({ status: 403 });
    },
  );

  it("lets in a page that this server itself would have sent", () => {
    expect(refuse({ ...good, origin: "http://localhost:7414" }, rules)).toBeUndefined();
  });

  it("asks for a token where there is none, and names the scheme", () => {
    expect(refuse({ host: good.host }, rules)).toEqual({
      status: 401,
      message: "A bearer token is needed.",
      headers: { "WWW-Authenticate": 'Bearer realm="toolgap"' },
    });
  });

  it("refuses every other token", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom(token.slice(1), `${token}x`, "", token.toUpperCase())),
        (other) => {
          fc.pre(other.trim() !== token);
          const refusal = refuse({ ...good, authorization: `Bearer ${other}` }, rules);
          expect(refusal?.status).toBe(401);
          expect(JSON.stringify(refusal)).not.toContain(token);
        },
      ),
    );
  });

  it("never lets in a Host that is no local name", () => {
    const local = new Set(["localhost", "127.0.0.1", "[::1]"]);
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.webAuthority(), fc.string()), (host) => {
        fc.pre(!local.has(host.replace(/:\d*$/, "").toLowerCase()));
        const refusal = refuse({ ...good, host }, rules);
        // An address has many spellings (127.1); those that mean this machine may pass.
        if (refusal === undefined) expect(local).toContain(new URL(`http://${host}`).hostname);
        else expect(refusal.status).toBe(403);
      }),
    );
  });

  it("lets in every local program without a rule for tokens, but no page", () => {
    expect(refuse({ host: good.host }, { port: 7414, token: undefined })).toBeUndefined();
    const page = { host: good.host, origin: "https://example.org" };
    expect(refuse(page, { port: 7414, token: undefined })).toMatchObject({ status: 403 });
  });
});
