import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { beforeAll, describe, expect, it } from "vitest";
import { type AllToolsLine, allToolsLine, breakEvenOf, breakEvens } from "../../evals/report/break-even.js";
import { heldBack, withoutHeldTexts } from "../../evals/report/held-back.js";
import { toHtml } from "../../evals/report/html/document.js";
import { html, render } from "../../evals/report/html/markup.js";
import { recallCurve } from "../../evals/report/html/recall-curve.js";
import { type EvalReport, metricNames, type ScalingReport } from "../../evals/report/types.js";
import { writeReport } from "../../evals/report/writers.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { hostileReport, scalingOf } from "./html-report-support.js";

let report: EvalReport;
let scaling: ScalingReport;

beforeAll(async () => {
  report = await hostileReport();
  scaling = scalingOf(report);
});

type Means = ScalingReport["points"][number]["metrics"];

function means(values: Partial<Record<(typeof metricNames)[number], number>>): Means {
  return Object.fromEntries(
    metricNames.map((name) => [name, { mean: values[name] ?? null, low: null, high: null, count: 1 }]),
  ) as Means;
}

describe("the break-even", () => {
  const allTools = means({
    ...{ inputTokens: 5_000, schemaTokensTotal: 4_000, schemaTokens: 2_000, modelCalls: 2, cachedPrefixShare: 0.5 },
  });

  it("is where the line through the measured cost of all tools meets the cost of a strategy", () => {
    // 20 tools: 200 tokens a tool over both calls beside 1,000 of messages; (2,000 - 1,000) / 200 is 5: cheaper from 6 on.
    const line = allToolsLine(20, 2_000, allTools, undefined) as AllToolsLine;
    expect(line).toEqual({
      ...{ plain: { base: 1_000, perTool: 200 }, cached: { base: 500, perTool: 100 }, tools: 20, estimated: false },
    });
    const active = { strategy: "active" as const, metrics: means({ inputTokens: 2_000, cachedPrefixShare: 0.25 }) };
    // What is not repeated: 1,500; (1,500 - 500) / 100 is 10.
    expect(breakEvens(line, [active])).toEqual([
      { strategy: "active", inputTokens: 2_000, freshTokens: 1_500, tools: 6, cachedTools: 11 },
    ]);
  });

  it("is 0 for a strategy that is cheaper than the messages of all-tools alone", () => {
    const line = allToolsLine(20, 2_000, allTools, undefined)!;
    const [one] = breakEvens(line, [{ strategy: "retrieval", metrics: means({ inputTokens: 900 }) }]);
    expect(one!.tools).toBe(0);
  });

  it("takes the calls of retrieval where all-tools could not be run, and says that it is an estimate", () => {
    const retrieval = means({ inputTokens: 1_500, schemaTokensTotal: 500, schemaTokens: 250, modelCalls: 2 });
    expect(allToolsLine(400, 40_000, means({}), retrieval)).toMatchObject({
      ...{ plain: { base: 1_000, perTool: 200 }, estimated: true },
    });
    expect(allToolsLine(400, 40_000, undefined, undefined)).toBeUndefined();
  });

  it("is read from a comparison and from growing catalogs", () => {
    for (const one of [report, scaling]) {
      expect(breakEvenOf(one)!.strategies.map(({ strategy }) => strategy)).toEqual(["active", "retrieval", "tiered"]);
    }
  });
});

describe("recall against tools in context", () => {
  it("counts each needed tool among the first of the ranking", () => {
    const [first] = report.cases.filter(({ strategy }) => strategy === "active");
    const [a, b, c] = ["a", "b", "c"].map((name) => ({ server: "s", name }));
    const one = {
      ...first!,
      ranking: [a!, b!, c!],
      slots: [[a!], [c!]],
      metrics: { ...first!.metrics, "recall@10": 1 },
    };
    const { curve } = recallCurve({ ...report, cases: [one] });
    expect(curve.slice(0, 3).map(({ recall }) => recall)).toEqual([50, 50, 100]);
  });
});

describe("markup", () => {
  it("escapes every text and takes out what cannot be seen", () => {
    const hostile = `<img src=x onerror="alert('1')">&\u202egpj.exe\u0000`;
    expect(render(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      `<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;gpj.exe">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;gpj.exe</p>`,
    );
  });

  it("keeps what was made here, lists included, and writes nothing for what is not there", () => {
    expect(render(html`${[html`<b>1</b>`, "<", 2]}${false}${null}${undefined}`)).toBe("<b>1</b>&lt;2");
  });
});

describe("the report as HTML", () => {
  it("refers to nothing outside the file", () => {
    for (const page of [toHtml({ ...report, scaling }), toHtml(scaling)]) {
      const { document } = parseHTML(page);
      expect([...document.querySelectorAll("[src], link, iframe, object, image, use")]).toHaveLength(0);
      expect(page).not.toMatch(/@import|url\(/);
      for (const link of document.querySelectorAll("a")) expect(link.getAttribute("href")).toMatch(/^#/);
    }
  });

  it("shows texts of strangers as text: a task, a request, a tool's arguments and an answer with markup", () => {
    const page = toHtml(report);
    const { document } = parseHTML(page);
    expect(document.querySelectorAll("script")).toHaveLength(1);
    expect(document.querySelectorAll("img, marquee, b")).toHaveLength(0);
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(document.querySelector(".task")!.textContent).toContain("<img src=x onerror=alert(1)>");
  });

  it("has each drawing with title, description and its numbers as a table", () => {
    const { document } = parseHTML(toHtml({ ...report, scaling }));
    const figures = [...document.querySelectorAll("figure")];
    expect(figures.map(({ id }) => id)).toEqual(["tokens", "reach", "break-even", "recall", "stages"]);
    for (const figure of figures) {
      expect(figure.querySelectorAll("details table tbody tr").length).toBeGreaterThan(0);
      const drawings = [...figure.querySelectorAll(":scope > .wide > svg, :scope > .narrow > svg")];
      expect(drawings).toHaveLength(2);
      for (const svg of drawings) {
        const [title, description] = svg.getAttribute("aria-labelledby")!.split(" ");
        expect(svg.querySelector(`#${title}`)!.textContent).not.toBe("");
        expect(svg.querySelector(`#${description}`)!.textContent).not.toBe("");
        expect(svg.getAttribute("viewBox")).toMatch(/^0 0 \d+ \d+$/);
      }
    }
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is labelled as rule-based in each column, and not where a model was measured", () => {
    expect(parseHTML(toHtml(report)).document.querySelectorAll("#numbers .kind")[0]!.textContent).toBe("(rule-based)");
    const strategies = report.strategies.map((one) => ({ ...one, ruleBased: false }));
    const measured = { ...report, strategies, notes: [], model: { label: "m", ruleBased: false } };
    expect(toHtml({ ...measured })).not.toContain("rule-based");
  });

  it("shows both stages, what was cut and why, for each task", () => {
    const { document } = parseHTML(toHtml(report));
    const text = document.querySelector(".task")!.textContent!.replace(/\s+/g, " ");
    expect(text).toContain("Stage 1, servers");
    expect(text).toContain("Stage 2, tools");
    expect(text).toMatch(/\d+ cut/);
    expect(text).toContain("shares no word with the request");
  });

  it("says that it is not complete where the run was stopped", () => {
    expect(toHtml({ ...report, complete: false })).toContain("Not complete:");
    expect(toHtml(report)).not.toContain("Not complete:");
  });

  it("gives the same bytes for the same report", () => {
    expect(toHtml({ ...report, scaling })).toBe(toHtml({ ...report, scaling }));
  });
});

describe("tasks that are held back", () => {
  it.each([".html", ".json", ".csv", ".md"])("are in a %s report without their texts", async (ending) => {
    const cases = report.cases.map((one) => ({ ...one, suite: "chinese-held" }));
    const path = join(temporaryFolder(), `report${ending}`);
    await writeReport(path, { ...report, cases });
    expect(existsSync(path)).toBe(true);
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain("onerror");
    if (ending !== ".md") expect(text).toContain(heldBack);
  });

  it("keep their numbers, and other tasks their texts", () => {
    expect(withoutHeldTexts(report)).toEqual(report);
    const [first] = report.cases;
    const { cases } = withoutHeldTexts({ ...report, cases: [{ ...first!, suite: "x-held" }] });
    expect(cases[0]).toMatchObject({ metrics: first!.metrics, ranking: first!.ranking, query: heldBack });
  });
});
