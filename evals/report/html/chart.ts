/** One chart: drawn twice as SVG, for wide and for narrow screens, with a title, a description and its numbers as a table. */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { type Content, html, type Markup, trusted } from "./markup.js";

export type ChartOptions = Plot.PlotOptions;

export interface Chart {
  /** Unique in the page. */
  id: string;
  title: string;
  /** What is to be seen in it, for those who do not see it. */
  description: string;
  /** The drawing for a width in pixels; `narrow` where there is no room for long labels. */
  draw: (width: number, narrow: boolean) => ChartOptions;
  /** The same numbers as a table. */
  numbers: Content;
  /** What each color means, in the order of the drawing. */
  legend?: readonly { label: string; color: string }[];
}

/** In the units of the drawing: a narrow one is not a wide one made small, its letters would be too. */
const widths = { wide: 760, narrow: 340 };

export function drawChart(chart: Chart): Markup {
  const { id, title, description, legend = [], numbers } = chart;
  return html`<figure id="${id}" class="chart"><figcaption><h3>${title}</h3><p>${description}</p></figcaption>
${legend.length > 0 && html`<ul class="legend">${legend.map(({ label, color }) => html`<li><span class="swatch" style="background:${color}"></span>${label}</li>`)}</ul>`}
${(["wide", "narrow"] as const).map((size) => html`<div class="${size}">${drawSvg(chart, size)}</div>`)}
<details class="numbers"><summary>The numbers</summary>${numbers}</details></figure>`;
}

/** The document is only there while the drawing is made: what is kept is its text. */
function drawSvg({ id, title, description, draw }: Chart, size: keyof typeof widths): Markup {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const width = widths[size];
  const svg = Plot.plot({
    ...draw(width, size === "narrow"),
    width,
    document: document as unknown as NonNullable<ChartOptions["document"]>,
    style: { background: "transparent", color: "currentColor", fontSize: "13px", overflow: "visible" },
  });
  const names = { title: `${id}-${size}-title`, desc: `${id}-${size}-desc` };
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-labelledby", `${names.title} ${names.desc}`);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  for (const [name, text] of [
    ["desc", description],
    ["title", title],
  ] as const) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    element.setAttribute("id", names[name]);
    element.textContent = text;
    svg.insertBefore(element, svg.firstChild);
  }
  return trusted(svg.outerHTML);
}
