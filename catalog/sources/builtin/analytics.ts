/** Built-in server `analytics`, simulated: the numbers are computed from the rows that were given. */
import type { ServerDefinition } from "../../types.js";
import { adds, listOf, numberOf, reads, simulatedTool, textOf, times } from "./simulation.js";

type Row = Record<string, unknown>;

const data = {
  type: "array",
  items: { type: "object" },
  description: "The rows of data, each an object of column names and values, as a query returns them.",
};

function rowsOf(args: Record<string, unknown>): Row[] {
  return listOf(args, "data").filter(
    (row): row is Row => typeof row === "object" && row !== null && !Array.isArray(row),
  );
}

function columnsOf(rows: Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function isNumeric(rows: Row[], column: string): boolean {
  return rows.some((row) => typeof row[column] === "number");
}

/** The columns with numbers, identifiers last: nobody means to chart those. */
function numericColumnsOf(rows: Row[]): string[] {
  const numeric = columnsOf(rows).filter((column) => isNumeric(rows, column));
  const isIdentifier = (column: string) => /(^|_)id$/i.test(column);
  return [...numeric.filter((column) => !isIdentifier(column)), ...numeric.filter(isIdentifier)];
}

function numbersOf(rows: Row[], column: string): number[] {
  return rows.map((row) => row[column]).filter((value): value is number => typeof value === "number");
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Number(value.toFixed(4));
}

function summarize(values: number[]): Record<string, number> {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const average = mean(values);
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : mean(sorted.slice(Math.max(middle - 1, 0), middle + 1));
  return {
    count: values.length,
    min: sorted[0] ?? 0,
    max: sorted.at(-1) ?? 0,
    mean: round(average),
    median: round(median),
    standard_deviation: round(Math.sqrt(mean(values.map((value) => (value - average) ** 2)))),
  };
}

/** Pearson's coefficient; 0 where one of the two does not vary. */
function correlate(pairs: [number, number][]): number {
  const [meanX, meanY] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const together = pairs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const apart = Math.sqrt(
    pairs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0) * pairs.reduce((sum, [, y]) => sum + (y - meanY) ** 2, 0),
  );
  return apart === 0 ? 0 : round(together / apart);
}

/** The least-squares line through the values in their order. */
function trendOf(values: number[]): { slope: number; start: number } {
  const middle = (values.length - 1) / 2;
  const spread = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  const slope = spread === 0 ? 0 : values.reduce((sum, value, index) => sum + (index - middle) * value, 0) / spread;
  return { slope, start: mean(values) - slope * middle };
}

export const analytics: ServerDefinition = {
  name: "analytics",
  description:
    "Data analysis, statistics and forecasting for numbers such as sales, revenue, growth or other figures. Summarize a dataset with the mean, median and average of a variable, visualize data in a chart, graph, plot or diagram, correlate metrics to see whether variables are related or correlated, and predict or estimate a future trend. Gives a summary, charts, a correlation that measures a relationship, or a forecast of the coming months.",
  tools: [
    simulatedTool({
      name: "analytics_summarize",
      description:
        "Summarize a dataset with statistics: compute the count, average or mean, median, minimum, maximum and standard deviation of each numeric column, as a summary of the data.",
      parameters: {
        data,
        columns: {
          type: "array",
          items: { type: "string" },
          description: "The columns to summarize; all numeric ones when left out.",
        },
      },
      required: ["data"],
      annotations: reads,
      answer: (args) => {
        const rows = rowsOf(args);
        const chosen = listOf(args, "columns").map(String);
        const columns = chosen.length > 0 ? chosen : numericColumnsOf(rows);
        return {
          row_count: rows.length,
          statistics: Object.fromEntries(columns.map((column) => [column, summarize(numbersOf(rows, column))])),
        };
      },
    }),
    simulatedTool({
      name: "analytics_visualize",
      description:
        "Visualize rows of data: draw a chart, graph, plot or diagram and return a link to the picture. Makes bar, line and pie charts, scatter plots and histograms of numbers, such as sales by month.",
      parameters: {
        data,
        chart_type: {
          type: "string",
          enum: ["bar", "line", "pie", "scatter", "histogram"],
          description: "The kind of chart.",
          default: "bar",
        },
        x: { type: "string", description: "The column along the horizontal axis, or the one that names the slices." },
        y: { type: "string", description: "The column whose values are drawn." },
        title: { type: "string", description: "The heading of the chart." },
      },
      required: ["data"],
      annotations: adds,
      answer: (args, seed) => {
        const rows = rowsOf(args);
        const y = textOf(args, "y", numericColumnsOf(rows)[0] ?? columnsOf(rows).at(-1) ?? "");
        const labels = columnsOf(rows).filter((column) => column !== y);
        const x = textOf(args, "x", labels.find((column) => !isNumeric(rows, column)) ?? labels[0] ?? y);
        const chartId = seed.id("chart");
        return {
          chart_id: chartId,
          chart_url: `https://charts.example.com/${chartId}.png`,
          chart_type: textOf(args, "chart_type", "bar"),
          title: textOf(args, "title", `${y} by ${x}`),
          x,
          y,
          points: rows.length,
        };
      },
    }),
    simulatedTool({
      name: "analytics_correlation",
      description:
        "Compute the correlation of two columns of data: whether two variables or metrics, such as price and sales, correlate or are related, and how strongly one variable depends on the other. Pearson or Spearman measures the relationship; 0 means not correlated.",
      parameters: {
        data,
        x: { type: "string", description: "The first numeric column." },
        y: { type: "string", description: "The second numeric column." },
        method: { type: "string", enum: ["pearson", "spearman"], default: "pearson" },
      },
      required: ["data", "x", "y"],
      annotations: reads,
      answer: (args) => {
        const [x, y] = [textOf(args, "x"), textOf(args, "y")];
        const pairs = rowsOf(args)
          .map((row): [unknown, unknown] => [row[x], row[y]])
          .filter((pair): pair is [number, number] => pair.every((value) => typeof value === "number"));
        const method = textOf(args, "method", "pearson");
        const compared = method === "spearman" ? toRanks(pairs) : pairs;
        const coefficient = correlate(compared);
        const strength = Math.abs(coefficient) > 0.7 ? "strong" : Math.abs(coefficient) > 0.3 ? "moderate" : "weak";
        return { x, y, method, coefficient, strength, pairs: pairs.length };
      },
    }),
    simulatedTool({
      name: "analytics_predict",
      description:
        "Predict future values from past data: forecasting by the trend of historical numbers. Forecast, estimate or project sales, revenue, demand or growth for the next days, months or year.",
      parameters: {
        data: { ...data, description: "The past, oldest row first, each an object of column names and values." },
        target: { type: "string", description: "The numeric column to forecast; the first one when left out." },
        periods: { type: "integer", minimum: 1, maximum: 60, default: 3, description: "How many steps to look ahead." },
      },
      required: ["data"],
      annotations: reads,
      answer: (args) => {
        const rows = rowsOf(args);
        const target = textOf(args, "target", numericColumnsOf(rows)[0] ?? "");
        const values = numbersOf(rows, target);
        const { slope, start } = trendOf(values);
        return {
          target,
          method: "linear trend",
          slope_per_period: round(slope),
          forecast: times(numberOf(args, "periods", 3), (step) => ({
            period: step,
            value: round(start + slope * (values.length - 1 + step)),
          })),
        };
      },
    }),
  ],
};

/** Each value replaced by its place in the order; equal values share the mean of their places. */
function toRanks(pairs: [number, number][]): [number, number][] {
  const ranksOf = (values: number[]) => {
    const sorted = [...values].sort((one, other) => one - other);
    return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
  };
  const [xs, ys] = [ranksOf(pairs.map(([x]) => x)), ranksOf(pairs.map(([, y]) => y))];
  return xs.map((x, index) => [x, ys[index] ?? 0]);
}
