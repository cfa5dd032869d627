import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ToolCatalog } from "../../../../catalog/registry.js";
import { createHybridRouter } from "../../../../catalog/search/hybrid/hybrid-router.js";
import type { RouterHit } from "../../../../catalog/search/types.js";
import { readCatalogFile } from "../../../../catalog/sources/json-file.js";
import { catalogOf, namesOf } from "./arbitrary.js";

function sample(): ToolCatalog {
  return catalogOf({
    mail: { send_email: "Sends an email", list_emails: "Lists the emails in the inbox" },
    crm: { get_record: "Returns a record", list_records: "Lists records" },
  });
}
const request = { tool: "who is the boss of Acme?" };
const id = { server: "crm", name: "get_record" };

describe("usage examples", () => {
  test("change the next answer when they are added and when they are removed", async () => {
    const catalog = sample();
    const router = createHybridRouter(catalog);
    expect(await router.retrieve(request, 1)).toEqual([]);
    catalog.addExamples(id, ["who is the boss of Initech?"]);
    expect(namesOf(await router.retrieve(request, 1))).toEqual(["crm/get_record"]);
    catalog.removeExamples(id);
    expect(await router.retrieve(request, 1)).toEqual([]);
  });

  test("a tool fits a request that it served before", async () => {
    const catalog = sample();
    catalog.addExamples(id, [request.tool]);
    const { tools } = await createHybridRouter(catalog).route(request);
    expect(namesOf(tools)).toEqual(["crm/get_record"]);
    expect(tools[0]!.fit).toBeGreaterThan(0.8);
  });

  test("bring no tool that may not be used, though its server is shown for another tool", async () => {
    const catalog = sample();
    const asked = { tool: "list the records of the crm boss" };
    catalog.addExamples(id, [asked.tool]);
    const allows = ({ name }: { name: string }) => name !== id.name;
    const { tools, cut, comparisons } = await createHybridRouter(catalog).route(asked, { allows, threshold: 0 });
    expect(namesOf([...tools, ...cut])).toContain("crm/list_records");
    expect(namesOf([...tools, ...cut])).not.toContain("crm/get_record");
    expect(comparisons).toBe(tools.length + cut.length);
  });

  test("a long example that shares a few words does not displace the tool that fits", async () => {
    const catalog = sample();
    const long = `Find the boss of every company, then ${"compare prices, draw charts, write a report, ".repeat(10)} send an email`;
    catalog.addExamples(id, [long]);
    expect(namesOf(await createHybridRouter(catalog).retrieve({ tool: "send an email" }, 1))).toEqual([
      "mail/send_email",
    ]);
  });

  test("the order in which they were added does not matter", async () => {
    const [one, other] = [sample(), sample()];
    const examples = ["who is the boss of Initech?", "the boss of Acme and Initech", "boss"];
    one.addExamples(id, examples);
    other.addExamples(id, [...examples].reverse());
    expect(await createHybridRouter(one).retrieve(request, 5)).toEqual(
      await createHybridRouter(other).retrieve(request, 5),
    );
  });

  test("explain names the example", async () => {
    const catalog = sample();
    catalog.addExamples(id, ["who is the boss of Initech?", "delete the record"]);
    const { explained } = await createHybridRouter(catalog).explain(request, { about: [id] });
    expect(explained![0]!.shares).toContainEqual(
      expect.objectContaining({ part: "examples", text: "who is the boss of Initech?" }),
    );
  });
});

const folder = process.env.TOOLGAP_DATA;

describe.runIf(folder !== undefined && existsSync(join(folder, "apibank")))("usage examples of labeled sets", () => {
  test("half of the requests as examples help with the other half", async () => {
    const gain = async (set: string) => {
      const lines = readFileSync(join(folder!, set, "tasks.dev.jsonl"), "utf8")
        .trim()
        .split("\n");
      const tasks = lines.map((line) => JSON.parse(line) as { id: string; query: string; gold: [string, string][] });
      const isExample = (task: { id: string }) => createHash("sha1").update(task.id).digest()[0]! % 2 === 0;
      const catalog = new ToolCatalog(await readCatalogFile(join(folder!, set, "catalog.json")));
      const router = createHybridRouter(catalog);
      const rest = tasks.filter((task) => !isExample(task));
      const measure = async () => {
        let recall = 0;
        for (const { query, gold } of rest) {
          const hits = new Set(namesOf((await router.retrieve({ tool: query }, 5)) as RouterHit[]));
          recall += gold.filter((pair) => hits.has(pair.join("/"))).length / gold.length / rest.length;
        }
        return recall;
      };
      const before = await measure();
      for (const { query, gold } of tasks.filter(isExample)) {
        for (const [server, name] of gold) catalog.addExamples({ server, name }, [query]);
      }
      return (await measure()) - before;
    };
    expect(await gain("apibank")).toBeGreaterThan(0.05);
    expect(await gain("mcpbench")).toBeGreaterThan(-0.01);
  });
});
