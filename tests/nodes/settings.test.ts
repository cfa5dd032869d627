import { describe, expect, it } from "vitest";
import { defaults } from "../../catalog/defaults.js";
import { InputError } from "../../catalog/types.js";
import { type AgentContext, numberRules, resolveSettings, stricterPolicy } from "../../nodes/settings.js";

const environment = { TOP_K_SERVERS: "7", TOP_K_TOOLS: "8", MAX_TOOL_REQUESTS: "9", SIMILARITY_THRESHOLD: "0.25" };

describe("resolveSettings", () => {
  it("fills in every default, and leaves the threshold to the router", () => {
    const settings = resolveSettings({}, {}, {});
    expect(settings).toMatchObject({
      topKServers: defaults.topKServers,
      maxBoundTools: defaults.maxBoundTools,
      requestProtocol: "native",
      allow: [],
      deny: [],
    });
    expect(settings.similarityThreshold).toBeUndefined();
  });

  it("takes the environment before the defaults", () => {
    expect(resolveSettings({}, {}, environment)).toMatchObject({
      topKServers: 7,
      topKTools: 8,
      maxToolRequests: 9,
      similarityThreshold: 0.25,
    });
  });

  it("takes the factory's options before the environment, setting by setting", () => {
    expect(resolveSettings({}, { topKServers: 2 }, environment)).toMatchObject({ topKServers: 2, topKTools: 8 });
  });

  it("takes the context of a run before the factory's options", () => {
    const settings = resolveSettings({ topKServers: 1 }, { topKServers: 2, topKTools: 3 });
    expect(settings).toMatchObject({ topKServers: 1, topKTools: 3 });
  });

  it("lets the context of a run narrow what the factory allows, not widen it", () => {
    const factory = { approval: "destructive", allow: ["a/*"], deny: ["a/x"] } as const;
    const options = { ...factory, allow: [...factory.allow], deny: [...factory.deny] };
    expect(resolveSettings({ approval: "never", allow: [], deny: [] }, options)).toMatchObject({
      approval: "destructive",
      allow: [["a/*"]],
      deny: ["a/x"],
    });
    expect(resolveSettings({ approval: "always", allow: ["a/b"], deny: ["a/y"] }, options)).toMatchObject({
      approval: "always",
      allow: [["a/*"], ["a/b"]],
      deny: ["a/x", "a/y"],
    });
  });

  it("adds up what is asked about; what is not asked about must be so for each source that asks", () => {
    const factory = { approval: "destructive", ask: ["a/x"], autoApprove: ["a/*"] } as const;
    const options = { ...factory, ask: [...factory.ask], autoApprove: [...factory.autoApprove] };
    expect(resolveSettings({ ask: ["b/*"], autoApprove: ["b/*"] }, options)).toMatchObject({
      ask: ["a/x", "b/*"],
      autoApprove: [["a/*"]],
    });
    expect(resolveSettings({ approval: "always" }, options).autoApprove).toEqual([["a/*"], []]);
  });

  it("takes a policy of an earlier version, without these patterns, as one that lets nothing through unasked", () => {
    const kept = { approval: "destructive", allow: [], deny: [] } as const;
    const current = resolveSettings({}, { approval: "destructive", autoApprove: ["a/*"] });
    expect(stricterPolicy(current, { ...kept, allow: [], deny: [] }).autoApprove).toEqual([["a/*"], []]);
  });

  it("refuses a negated pattern, which would mean the opposite", () => {
    expect(() => resolveSettings({ deny: ["!files/*"] })).toThrow(
      'deny has the pattern "!files/*"; expected no "!": use allow',
    );
  });

  it.each(["allow", "deny", "ask", "autoApprove"])("refuses a name alone in %s, which would match no tool", (name) => {
    expect(() => resolveSettings({ [name]: ["*", "files/*", "*read*", "delete_file"] })).toThrow(
      `${name} has the pattern "delete_file"; expected server/tool: "*/delete_file" for a tool, "delete_file/*" for a server`,
    );
    expect(() => resolveSettings({ [name]: [""] })).toThrow(`${name} has the pattern ""; expected server/tool`);
  });

  it("takes null and undefined in a source as not given", () => {
    const context = { topKServers: null, topKTools: undefined } as unknown as AgentContext;
    expect(resolveSettings(context, { topKServers: 2, topKTools: 4 }, {})).toMatchObject({
      topKServers: 2,
      topKTools: 4,
    });
  });

  it("takes an empty environment variable as not given", () => {
    expect(resolveSettings({}, {}, { TOP_K_SERVERS: "  " }).topKServers).toBe(defaults.topKServers);
  });

  it("lets zero through where it has a meaning", () => {
    const settings = resolveSettings({ maxToolRequests: 0, similarityThreshold: 0 }, { maxToolRequests: 4 }, {});
    expect(settings).toMatchObject({ maxToolRequests: 0, similarityThreshold: 0 });
  });

  it.each([
    ["abc", "expected a whole number from 1 to 10000"],
    ["2.5", "expected a whole number from 1 to 10000"],
    ["-1", "expected a whole number from 1 to 10000"],
    ["Infinity", "expected a whole number from 1 to 10000"],
  ])("names the environment variable that is %s, and what is expected", (text, expected) => {
    expect(() => resolveSettings({}, {}, { TOP_K_SERVERS: text })).toThrow(
      new InputError(`TOP_K_SERVERS is "${text}"; ${expected}`),
    );
  });

  it.each(Object.entries(numberRules))("rejects %s beyond either end of its range", (name, { least, most }) => {
    for (const value of [least - 1, most + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => resolveSettings({ [name]: value }, {}, {})).toThrow(InputError);
      expect(() => resolveSettings({ [name]: value }, {}, {})).toThrow(`${name} is "${value}"; expected a`);
    }
    expect(() => resolveSettings({ [name]: least }, {}, {})).not.toThrow();
    expect(() => resolveSettings({ [name]: most }, {}, {})).not.toThrow();
  });

  it("rejects a number that is given as text", () => {
    expect(() => resolveSettings({ topKTools: "5" } as unknown as AgentContext, {}, {})).toThrow(/^topKTools is "5"/);
  });

  it.each([
    ["requestProtocol", "json", "native, text"],
    ["callProtocol", "", "native, text"],
    ["advertise", "tools", "none, servers"],
    ["approval", "sometimes", "never, destructive, always"],
  ])("names the choices of %s when it is none of them", (name, value, choices) => {
    expect(() => resolveSettings({ [name]: value }, {}, {})).toThrow(
      new InputError(`${name} is "${value}"; expected one of: ${choices}`),
    );
  });

  it.each(["allow", "deny", "ask", "autoApprove"])("rejects %s that is no list of patterns", (name) => {
    for (const value of ["files/*", { 0: "files/*" }, [7]])
      expect(() => resolveSettings({ [name]: value } as AgentContext, {}, {})).toThrow(InputError);
  });

  it("tolerates keys of a parent graph's context", () => {
    expect(() => resolveSettings({ userId: "u1" } as AgentContext, {}, {})).not.toThrow();
  });
});
