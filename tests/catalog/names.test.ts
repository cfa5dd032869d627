import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callName, resolveName, uniqueCallName } from "../../catalog/names.js";
import { ToolCatalog } from "../../catalog/registry.js";
import { type ToolId, toolKey } from "../../catalog/types.js";

const valid = /^[a-zA-Z0-9_-]{1,64}$/;

function idOf(server: string, name: string): ToolId {
  return { server, name };
}

function catalogOf(...ids: ToolId[]): ToolCatalog {
  const catalog = new ToolCatalog();
  for (const { server, name } of ids) {
    if (!catalog.server(server)) catalog.addServer({ name: server, description: "", tools: [] });
    catalog.addTool(server, { name, description: "", inputSchema: {} });
  }
  return catalog;
}

describe("callName", () => {
  it.each([
    ["fs", "read_file", false, "read_file"],
    ["fs", "read-file", true, "fs__read-file"],
    ["aws", "aws___list_regions", false, "aws___list_regions"],
    ["fs", "x".repeat(64), false, "x".repeat(64)],
  ])("%s/%s (shared: %s) is %s", (server, name, shared, expected) => {
    expect(callName(idOf(server, name), { shared })).toBe(expected);
  });

  it.each([
    ["math.factorial", false, /^math_factorial_[0-9a-f]{8}$/],
    ["repos/list all", false, /^repos_list_all_[0-9a-f]{8}$/],
    ["résumé", false, /^resume_[0-9a-f]{8}$/],
    ["ﬁle", false, /^file_[0-9a-f]{8}$/],
    ["文件读取", false, /^WenJianDuQu_[0-9a-f]{8}$/],
    ["данные", true, /^srv__dannye_[0-9a-f]{8}$/],
    ["\ue000\ue001", false, /^tool_[0-9a-f]{8}$/],
    ["\ue000\ue001", true, /^srv_[0-9a-f]{8}$/],
    ["request_tools", false, /^request_tools_[0-9a-f]{8}$/],
    ["a__b", false, /^a__b_[0-9a-f]{8}$/],
    ["n".repeat(65), false, /^n{55}_[0-9a-f]{8}$/],
    ["n".repeat(60), true, /^srv__n{50}_[0-9a-f]{8}$/],
  ])("%s (shared: %s) keeps its readable part and gets a hash", (name, shared, expected) => {
    expect(callName(idOf("srv", name), { shared })).toMatch(expected);
    expect(callName(idOf("srv", name), { shared })).toMatch(valid);
  });

  it.each([
    ["two servers whose joined names read the same", idOf("a__b", "c"), idOf("a", "b__c"), true],
    ["underscores at the joint", idOf("a_", "b"), idOf("a", "_b"), true],
    ["names that differ in a replaced character", idOf("a", "x.y"), idOf("a", "x/y"), false],
    ["names that differ after the cut", idOf("a", `${"n".repeat(70)}1`), idOf("a", `${"n".repeat(70)}2`), false],
    ["halves of a surrogate pair", idOf("a", "\ud800"), idOf("a", "\ud801"), false],
  ])("tells apart %s", (_name, one, other, shared) => {
    expect(callName(one, { shared })).not.toBe(callName(other, { shared }));
  });

  it("a tool named like another tool's joined or hashed name does not take it", () => {
    const joined = callName(idOf("a", "search"), { shared: true });
    const hashed = callName(idOf("a", "x.y"), { shared: false });
    expect(callName(idOf("evil", joined), { shared: false })).not.toBe(joined);
    expect(callName(idOf("evil", hashed), { shared: false })).not.toBe(hashed);
  });

  const part = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }),
    fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom("a", "b", "_", "/", ".", "é", "-"), minLength: 1, maxLength: 6 }),
    fc.constantFrom("request_tools", "search", "a__b", "tool", "tool_00000000"),
  );
  const ids = fc.uniqueArray(fc.record({ server: part, name: part }), { selector: toolKey, maxLength: 40 });

  it("is valid, stable and unique for any ids", () => {
    fc.assert(
      fc.property(ids, (list) => {
        const counts = new Map<string, number>();
        for (const { name } of list) counts.set(name, (counts.get(name) ?? 0) + 1);
        const nameOf = (id: ToolId) => callName(id, { shared: counts.get(id.name) !== 1 });
        const names = list.map(nameOf);
        for (const name of names) expect(name).toMatch(valid);
        expect(names).not.toContain("request_tools");
        expect(new Set(names).size).toBe(list.length);
        expect(list.map((id) => nameOf({ ...id }))).toEqual(names);
      }),
      { numRuns: 500 },
    );
  });

  it("finds its way back to every id", () => {
    fc.assert(
      fc.property(ids, (all) => {
        const list = all.filter(({ server, name }) => server.trim() !== "" && name.trim() !== "");
        const catalog = catalogOf(...list);
        for (const id of catalog.tools().map((tool) => tool.id)) {
          const name = callName(id, { shared: catalog.isNameShared(id.name) });
          const found = resolveName(name, [{ id, callName: name }], catalog);
          expect(found).toEqual({ kind: "bound", id });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("uniqueCallName", () => {
  const id = idOf("fs", "read");

  it("is the usual name while that is free", () => {
    expect(uniqueCallName(id, { shared: false, taken: new Set(["write"]) })).toBe("read");
  });

  it("falls to server__name, then to a hash, then to another hash", () => {
    const taken = new Set<string>();
    const names = [1, 2, 3, 4].map(() => {
      const name = uniqueCallName(id, { shared: false, taken });
      taken.add(name);
      return name;
    });
    expect(names[0]).toBe("read");
    expect(names[1]).toBe("fs__read");
    expect(names[2]).toMatch(/^read_[0-9a-f]{8}$/);
    expect(names[3]).toMatch(/^read_[0-9a-f]{8}$/);
    expect(taken.size).toBe(4);
  });
});

describe("call names of a bound set", () => {
  const part = fc.string({ unit: "grapheme", minLength: 1, maxLength: 70 });
  const cased = fc.string({ unit: fc.constantFrom("a", "A", "b", "_"), minLength: 1, maxLength: 3 });
  const ids = fc.uniqueArray(fc.record({ server: fc.oneof(part, cased), name: fc.oneof(part, cased) }), {
    selector: toolKey,
    maxLength: 60,
  });

  function bindAll(list: readonly ToolId[], all: readonly ToolId[]): string[] {
    const taken = new Set<string>();
    return list.map((id) => {
      const shared = all.filter(({ name }) => name === id.name).length > 1;
      const name = uniqueCallName(id, { shared, taken });
      taken.add(name);
      return name;
    });
  }

  it("are valid and differ in more than upper and lower case, for any unicode names", () => {
    fc.assert(
      fc.property(ids, (list) => {
        const names = bindAll(list, list);
        for (const name of names) expect(name).toMatch(valid);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(list.length);
      }),
      { numRuns: 300 },
    );
  });

  it("stay when servers without a tool of the same name come and go", () => {
    fc.assert(
      fc.property(ids, ids, (list, others) => {
        const names = new Set(list.map(({ name }) => name));
        const more = others.filter(({ name }) => !names.has(name));
        expect(bindAll(list, [...more, ...list])).toEqual(bindAll(list, list));
      }),
      { numRuns: 200 },
    );
  });

  it("that differ only in case are told apart by server, then by hash", () => {
    const list = [idOf("one", "Search"), idOf("two", "search"), idOf("TWO", "SEARCH"), idOf("Two", "seaRch")];
    const names = bindAll(list, list);
    expect(names.slice(0, 2)).toEqual(["Search", "two__search"]);
    expect(names[2]).toMatch(/^SEARCH_[0-9a-f]{8}$/);
    expect(new Set(names).size).toBe(4);
  });
});

describe("resolveName", () => {
  const search = [idOf("github", "search"), idOf("web", "search")] as const;
  const catalog = catalogOf(...search, idOf("fs", "read"), idOf("fs", "a.b"), idOf("fs", "file/read"));

  it.each([
    ["its own name", "read"],
    ["server/tool", "fs/read"],
    ["server__tool", "fs__read"],
    ["server.tool", "fs.read"],
  ])("knows a tool by %s", (_name, written) => {
    expect(resolveName(written, [], catalog)).toEqual({ kind: "known", id: idOf("fs", "read") });
  });

  it("knows an unbound tool by the call name that it would have", () => {
    const id = idOf("fs", "a.b");
    expect(resolveName(callName(id, { shared: false }), [], catalog)).toEqual({ kind: "known", id });
    expect(resolveName(callName(id, { shared: true }), [], catalog)).toEqual({ kind: "known", id });
  });

  it("a call name of the bound set comes before another tool's own name", () => {
    const bound = [{ id: idOf("fs", "a.b"), callName: "read" }];
    expect(resolveName("read", bound, catalog)).toEqual({ kind: "bound", id: idOf("fs", "a.b") });
  });

  it("a shared name means the bound one of the tools", () => {
    const bound = [{ id: search[1], callName: "web__search" }];
    expect(resolveName("search", bound, catalog)).toEqual({ kind: "bound", id: search[1] });
  });

  it("a shared name is ambiguous when none or several of the tools are bound", () => {
    const bound = search.map((id) => ({ id, callName: `${id.server}__search` }));
    expect(resolveName("search", [], catalog)).toEqual({ kind: "ambiguous", candidates: search });
    expect(resolveName("search", bound, catalog)).toEqual({ kind: "ambiguous", candidates: search });
  });

  it("does not split names that have separators of their own", () => {
    expect(resolveName("fs/file/read", [], catalog)).toEqual({ kind: "known", id: idOf("fs", "file/read") });
    const clash = catalogOf(idOf("a/b", "c"), idOf("a", "b/c"));
    expect(resolveName("a/b/c", [], clash)).toEqual({
      kind: "ambiguous",
      candidates: [idOf("a/b", "c"), idOf("a", "b/c")],
    });
  });

  it("answers an unknown name with the nearest", () => {
    expect(resolveName("raed", [], catalog)).toMatchObject({ kind: "unknown", nearest: [idOf("fs", "read"), {}] });
    expect(resolveName("translate", [], catalog)).toEqual({ kind: "unknown", nearest: [] });
  });
});
