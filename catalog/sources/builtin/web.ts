/** Built-in server `web`, simulated. */
import type { ServerDefinition, ToolAnnotations } from "../../types.js";
import { acts, listOf, reads, replaces, simulatedTool, slugOf, textOf } from "./simulation.js";

const headers = {
  type: "object",
  additionalProperties: { type: "string" },
  description: "HTTP headers to send along.",
};
const address = { type: "string", description: "The full address, beginning with https:// or http://." };

const overTheInternet = (annotations: ToolAnnotations): ToolAnnotations => ({ ...annotations, openWorldHint: true });

/** APIs answer in JSON, everything else is a page. */
function isApi(url: string): boolean {
  return /^https?:\/\/(?:api\.|[^?#]*(?:\/api(?:\/|$)|\.json$))/i.test(url.split(/[?#]/)[0] ?? "");
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

export const web: ServerDefinition = {
  name: "web",
  description:
    "The web, for fetching, scraping and downloading from any site, page or API on the internet, over HTTP and by a URL that starts with https://. Fetch or open a web page, request JSON from a REST API, post data or a form to an endpoint or webhook, scrape or extract the text, tables and links of webpages, and download what a website offers.",
  tools: [
    simulatedTool({
      name: "web_get",
      description:
        "Fetch a web page or call a REST API with an HTTP GET request: open, load or retrieve the URL of a website, or request JSON from an https:// endpoint.",
      parameters: { url: address, headers },
      required: ["url"],
      annotations: overTheInternet(reads),
      answer: (args) => {
        const url = textOf(args, "url");
        if (isApi(url)) {
          const body = JSON.stringify({ url, message: `Simulated answer of ${hostOf(url)}.` });
          return { url, status: 200, content_type: "application/json", body };
        }
        return {
          url,
          status: 200,
          content_type: "text/html",
          body: `<html><head><title>${hostOf(url)}</title></head><body><p>Simulated page of ${hostOf(url)}.</p></body></html>`,
        };
      },
    }),
    simulatedTool({
      name: "web_post",
      description:
        "Send data to a URL with an HTTP POST request: submit a form on a website, push a JSON payload to an API endpoint, or notify an external webhook.",
      parameters: {
        url: address,
        body: { type: "object", description: "The data to submit; it is sent as JSON." },
        headers,
      },
      required: ["url", "body"],
      annotations: overTheInternet(acts),
      answer: (args, seed) => ({
        url: textOf(args, "url"),
        status: 201,
        response: { id: seed.id("res"), accepted: true },
      }),
    }),
    simulatedTool({
      name: "web_scrape",
      description:
        "Scrape a website: extract the text, links, images or tables of a web page as structured data. Pull or collect the headlines, prices, names or numbers on a site with a CSS selector.",
      parameters: {
        url: address,
        selector: { type: "string", description: "A CSS selector for the parts wanted, for example article h2." },
        extract: {
          type: "array",
          items: { type: "string", enum: ["text", "links", "images", "tables"] },
          default: ["text"],
          description: "What to take from the page.",
        },
      },
      required: ["url"],
      annotations: overTheInternet(reads),
      answer: (args) => {
        const url = textOf(args, "url");
        const host = hostOf(url);
        const selector = textOf(args, "selector");
        const wanted = listOf(args, "extract").length > 0 ? listOf(args, "extract") : ["text"];
        const parts: Record<string, unknown> = {
          text: selector
            ? `Simulated text of ${selector} on ${host}.`
            : `Welcome to ${host}. This is a simulated article.`,
          links: [
            { text: "About", href: `https://${host}/about` },
            { text: "News", href: `https://${host}/news` },
          ],
          images: [{ alt: "Logo", src: `https://${host}/logo.png` }],
          tables: [
            [
              ["Name", "Price"],
              ["Basic", "9"],
              ["Plus", "19"],
            ],
          ],
        };
        return { url, title: host, ...Object.fromEntries(wanted.map((part) => [String(part), parts[String(part)]])) };
      },
    }),
    simulatedTool({
      name: "web_download",
      description:
        "Download a file from the internet and save it to disk: grab a PDF, image, archive or dataset from a link, URL or website, and store a local copy.",
      parameters: {
        url: address,
        destination: { type: "string", description: "The path to save to; named after the address when left out." },
      },
      required: ["url"],
      annotations: overTheInternet(replaces),
      answer: (args, seed) => {
        const url = textOf(args, "url");
        const name = url.split(/[?#]/)[0]?.split("/").at(-1) || slugOf(hostOf(url));
        return {
          url,
          path: textOf(args, "destination", `downloads/${name}`),
          bytes: seed.number("bytes", 2_000, 5_000_000),
        };
      },
    }),
  ],
};
