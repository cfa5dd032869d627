import { describe, expect, test } from "vitest";
import { defaults } from "../../../../catalog/defaults.js";
import { ToolCatalog } from "../../../../catalog/registry.js";
import { createHybridRouter } from "../../../../catalog/search/hybrid/hybrid-router.js";
import { builtinServers } from "../../../../catalog/sources/builtin/index.js";
import { distractorServers } from "../../../../catalog/sources/distractors.js";
import { catalogOf } from "./arbitrary.js";

const requests = ["search repositories on GitHub", "send a message to a Slack channel", "list files in a folder"];

describe("fit", () => {
  test("means nearly the same in a small catalog and among thousands of tools", async () => {
    const small = createHybridRouter(new ToolCatalog(builtinServers()));
    const large = createHybridRouter(new ToolCatalog([...builtinServers(), ...distractorServers(3000)]));
    for (const tool of requests) {
      const [hit] = await small.retrieve({ tool }, 1);
      const among = (await large.retrieve({ tool }, 50)).find((other) => other.id.name === hit!.id.name);
      expect(Math.abs(hit!.fit - among!.fit)).toBeLessThan(0.2);
    }
  });

  test("tells what fits from what does not, in a catalog of any size", async () => {
    for (const servers of [builtinServers(), [...builtinServers(), ...distractorServers(500)]]) {
      const router = createHybridRouter(new ToolCatalog(servers));
      for (const tool of requests) expect((await router.route({ tool })).tools.length).toBeGreaterThan(0);
      for (const tool of ["bake a chocolate cake", "who won the football game yesterday"]) {
        expect((await router.route({ tool })).tools).toEqual([]);
      }
    }
  });

  test.each([5, 50, 200])(
    "is no less than that of one tool where %d servers offer it word for word",
    async (copies) => {
      const inputSchema = { type: "object", properties: { number: { type: "string" } } };
      const tool = { name: "track_parcel", description: "Tells where a parcel is by its number.", inputSchema };
      const shops = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ name: `shop ${index}`, description: "", tools: [tool] }));
      for (const others of [[], builtinServers()]) {
        const one = createHybridRouter(new ToolCatalog([...others, ...shops(1)]));
        const many = createHybridRouter(new ToolCatalog([...others, ...shops(copies)]));
        for (const text of [tool.description, "track my parcel", "where is parcel 17"]) {
          const [alone] = await one.retrieve({ tool: text }, 1);
          const [hit] = await many.retrieve({ tool: text }, 1);
          expect(hit!.fit).toBeGreaterThan(alone!.fit - 0.05);
          expect((await many.route({ tool: text })).tools.map(({ id }) => id.name)).toContain(tool.name);
        }
        expect((await many.route({ tool: "bake a chocolate cake" })).tools).toEqual([]);
      }
    },
  );

  test("a tool fits that is asked for by the words of its name alone, or by all that it is for", async () => {
    for (const servers of [builtinServers(), [...builtinServers(), ...distractorServers(3000)]]) {
      const router = createHybridRouter(new ToolCatalog(servers));
      for (const [text, tool] of [
        ["slack", "comm_send_slack"],
        ["deploy", "devops_deploy"],
        ["list issues", "github_list_issues"],
        ["Can you please scrape?", "web_scrape"],
      ] as const) {
        const { tools } = await router.route({ tool: text }, { topKServers: 5, topKTools: 10 });
        expect(tools.map(({ id }) => id.name)).toContain(tool);
      }
      expect((await router.route({ tool: "umbrella" })).tools).toEqual([]);
    }
  });

  test("a tool fits among many that serve the same request", async () => {
    const mailers = Array.from({ length: 100 }, (_, index) => ({
      name: `mailer ${index}`,
      description: `Mail of provider ${index}.`,
      tools: [
        {
          name: "send_email",
          description: `Sends an email through provider ${index}.`,
          inputSchema: { type: "object" },
        },
      ],
    }));
    const router = createHybridRouter(new ToolCatalog([...builtinServers(), ...mailers]));
    for (const tool of ["send an email", "email through a provider"]) {
      expect((await router.route({ tool })).tools.length).toBeGreaterThan(0);
    }
  });

  test.each([2, 5, 50])("is the same when all of the request is said %d times", async (times) => {
    const router = createHybridRouter(new ToolCatalog(builtinServers()));
    for (const text of ["book a flight to Paris", "what is the weather tomorrow", "read a file", "slack"]) {
      const [once] = await router.retrieve({ tool: text }, 1);
      for (const joined of [" ", ". "]) {
        const [again] = await router.retrieve({ tool: Array(times).fill(text).join(joined) }, 1);
        expect(Math.abs((again?.fit ?? 0) - (once?.fit ?? 0))).toBeLessThan(0.1);
      }
    }
  });

  test("does not depend on what else may be used", async () => {
    const router = createHybridRouter(new ToolCatalog(builtinServers()));
    const [hit] = await router.retrieve({ tool: requests[0] }, 1);
    const allows = ({ name }: { name: string }) => name === hit!.id.name;
    expect((await router.retrieve({ tool: requests[0] }, 1, { allows }))[0]!.fit).toBe(hit!.fit);
  });

  test("a catalog of one tool is found and left alone by the default threshold", async () => {
    const router = createHybridRouter(catalogOf({ mail: { send_email: "Sends an email to a person" } }));
    expect((await router.route({ tool: "send an email" })).tools).toHaveLength(1);
    expect((await router.route({ tool: "convert a video to a person" })).tools).toEqual([]);
    expect(router.defaultThreshold).toBe(defaults.hybrid.threshold);
  });
});
