import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toHtml } from "../../evals/report/html/document.js";
import { temporaryFolder } from "../catalog/mcp/support.js";
import { hostileReport, scalingOf } from "./html-report-support.js";

const usualPlaces = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = process.env.CHROMIUM_PATH ?? usualPlaces.find((path) => existsSync(path));

let browser: Browser;
let url: string;

beforeAll(async () => {
  if (executablePath === undefined) return;
  const report = await hostileReport();
  const path = join(temporaryFolder(), "report.html");
  writeFileSync(path, toHtml({ ...report, scaling: scalingOf(report) }));
  url = pathToFileURL(path).href;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}, 60_000);

afterAll(() => browser?.close());

/** Opens the report without a network, and gives what the page asked for and complained about. */
async function open(
  options: BrowserContextOptions,
  work: (page: Page, seen: string[]) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ offline: true, ...options });
  const seen: string[] = [];
  try {
    const page = await context.newPage();
    page.on("console", (message) => void seen.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => void seen.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (request.url() !== url) seen.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    await work(page, seen);
  } finally {
    await context.close();
  }
}

const desktop = { width: 1200, height: 900 };
const phone = { width: 390, height: 844 };

/** Runs in the page: the least contrast (WCAG 2.1) of any visible text with what is behind it. */
const leastContrast = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = channels(color).slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if ((channels(color)[3] ?? 1) > 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [...document.querySelectorAll("main *")].filter((element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""));
  const contrasts = texts.map((element) => {
    const style = getComputedStyle(element);
    const color = element.namespaceURI.includes("svg") && style.fill !== "none" ? style.fill : style.color;
    const [one, other] = [light(color), light(behind(element))].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
  });
  return { count: contrasts.length, least: Math.min(...contrasts) };
})()`;

describe("the report in a browser", () => {
  it.runIf(executablePath)("opens without a network, draws every chart, and runs nothing of a stranger", async () => {
    await open({ viewport: desktop }, async (page, seen) => {
      for (const summary of await page.locator(".task > summary").all()) await summary.click();
      const charts = page.locator("figure .wide svg");
      expect(await charts.count()).toBe(5);
      for (const chart of await charts.all()) {
        expect(await chart.isVisible()).toBe(true);
        expect((await chart.boundingBox())!.width).toBeGreaterThan(500);
        expect(await chart.locator("path, rect, circle").count()).toBeGreaterThan(2);
      }
      expect(await page.locator(".task").first().textContent()).toContain("<img src=x onerror=alert(1)>");
      expect(seen).toEqual([]);
    });
  });

  it.runIf(executablePath)(
    "fits a phone: nothing to scroll sideways, charts of their own with letters of full size",
    async () => {
      await open({ viewport: phone }, async (page, seen) => {
        for (const summary of await page.locator("summary:visible").all()) await summary.click();
        const [width, room] = await page.evaluate<number[]>("[document.documentElement.scrollWidth, innerWidth]");
        expect(width).toBe(room);
        expect(await page.locator("figure .wide svg").first().isVisible()).toBe(false);
        const chart = page.locator("figure .narrow svg").first();
        expect(await chart.isVisible()).toBe(true);
        const letters = (await chart.locator("text").first().boundingBox())!;
        expect(letters.height).toBeGreaterThan(11);
        expect(seen).toEqual([]);
      });
    },
  );

  it.runIf(executablePath).each(["light", "dark"] as const)(
    "can be read in %s mode: every text has enough contrast",
    async (colorScheme) => {
      await open({ viewport: desktop, colorScheme }, async (page) => {
        for (const summary of await page.locator("summary:visible").all()) await summary.click();
        const background = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
        expect(background).toBe(colorScheme === "dark" ? "rgb(20, 23, 28)" : "rgb(255, 255, 255)");
        const { count, least } = await page.evaluate<{ count: number; least: number }>(leastContrast);
        expect(count).toBeGreaterThan(50);
        expect(least).toBeGreaterThanOrEqual(4.5);
      });
    },
  );

  it.runIf(executablePath)("filters the tasks by words, by strategy and by where they were lost", async () => {
    await open({ viewport: desktop }, async (page) => {
      const shown = () => page.locator(".task:visible").count();
      const said = () => page.locator("#filter-count").textContent();
      expect([await shown(), await said()]).toEqual([2, "2 of 2 turns"]);
      await page.fill("#filter-text", "ada@example.com MAIL/send");
      expect([await shown(), await said()]).toEqual([1, "1 of 2 turns"]);
      await page.fill("#filter-text", "no such words");
      expect(await shown()).toBe(0);
      await page.fill("#filter-text", "");
      const outcomes = await page
        .locator(".task")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-outcomes")!));
      const kept = outcomes.filter((text) => text.split(" ").includes("active:nothing")).length;
      await page.selectOption("#filter-strategy", "active");
      await page.selectOption("#filter-outcome", "nothing");
      expect(await shown()).toBe(kept);
      await page.selectOption("#filter-outcome", "lost");
      expect(await shown()).toBe(2 - kept);
    });
  });
});
