/** Built-in server `devops`, simulated. */
import type { ServerDefinition } from "../../types.js";
import { acts, numberOf, reads, recordOf, replaces, simulatedTool, slugOf, textOf, times } from "./simulation.js";

const service = { type: "string", description: "The name of the service or application, for example checkout-api." };
const environment = { type: "string", enum: ["development", "staging", "production"], description: "Where it runs." };

/** What a line of each severity says. */
const messages = {
  debug: ["cache entry refreshed", "retry budget has 9 of 10 left"],
  info: ["request finished in 41 ms", "worker started"],
  warning: ["connection to the cache was reset, trying again", "queue is longer than usual"],
  error: ["timeout while waiting for the payment provider", "request failed with status 500"],
} as const;

export const devops: ServerDefinition = {
  name: "devops",
  description:
    "Operations for running services: deploying, monitoring and debugging an app, an API or a worker. Deploy, ship or roll out a version and release it live to production (prod) or staging, monitor the status, health, uptime, CPU, memory and latency of a service to see whether it is healthy, and search its logs for an error, a crash or any other log entry. Run a CI/CD pipeline, workflow or job to build and start the tests.",
  tools: [
    simulatedTool({
      name: "devops_deploy",
      description:
        "Deploy an application: ship, release or roll out a version of a service to production (prod) or staging, put the latest build live, or roll back to the previous deployment.",
      parameters: {
        service,
        version: {
          type: "string",
          description: "The version to release, for example v2.4.1 or a commit.",
          default: "latest",
        },
        environment: { ...environment, default: "staging" },
        strategy: { type: "string", enum: ["rolling", "blue_green", "canary"], default: "rolling" },
      },
      required: ["service"],
      annotations: replaces,
      answer: (args, seed) => ({
        deployment_id: seed.id("deploy"),
        service: textOf(args, "service"),
        version: textOf(args, "version", "latest"),
        environment: textOf(args, "environment", "staging"),
        strategy: textOf(args, "strategy", "rolling"),
        status: "succeeded",
        duration_seconds: seed.number("duration", 35, 420),
      }),
    }),
    simulatedTool({
      name: "devops_monitor",
      description:
        "Monitor a running service: check its health, status and uptime, and whether it is healthy or down. Shows metrics such as CPU and memory usage, latency and error rate.",
      parameters: {
        service,
        metrics: {
          type: "array",
          items: { type: "string", enum: ["cpu", "memory", "latency", "error_rate", "uptime"] },
          description: "Which metrics; all of them when left out.",
        },
        window_minutes: {
          type: "integer",
          minimum: 1,
          maximum: 10_080,
          default: 60,
          description: "How far to look back.",
        },
      },
      required: ["service"],
      annotations: reads,
      answer: (args, seed) => {
        const values: Record<string, unknown> = {
          cpu: { value: seed.number("cpu", 8, 83), unit: "percent" },
          memory: { value: seed.number("memory", 20, 88), unit: "percent" },
          latency: { value: seed.number("latency", 18, 480), unit: "milliseconds" },
          error_rate: { value: seed.number("errors", 0, 240) / 100, unit: "percent" },
          uptime: { value: 99 + seed.number("uptime", 10, 99) / 100, unit: "percent" },
        };
        const wanted =
          Array.isArray(args.metrics) && args.metrics.length > 0 ? args.metrics.map(String) : Object.keys(values);
        return {
          service: textOf(args, "service"),
          status: seed.number("errors", 0, 240) > 200 ? "degraded" : "healthy",
          window_minutes: numberOf(args, "window_minutes", 60),
          metrics: Object.fromEntries(wanted.map((metric) => [metric, values[metric]])),
        };
      },
    }),
    simulatedTool({
      name: "devops_logs",
      description:
        "Get the logs of a service, app or worker: the latest log lines, with errors, warnings and exceptions. Search or tail them for the message of an error or the reason for a crash.",
      parameters: {
        service,
        level: {
          type: "string",
          enum: ["debug", "info", "warning", "error"],
          description: "Only lines of this severity.",
        },
        search: { type: "string", description: "Words that must be in the line." },
        since_minutes: {
          type: "integer",
          minimum: 1,
          maximum: 10_080,
          default: 60,
          description: "How far to look back.",
        },
        limit: { type: "integer", minimum: 1, maximum: 500, default: 5, description: "How many lines to return." },
      },
      required: ["service"],
      annotations: reads,
      answer: (args, seed) => {
        const about = textOf(args, "search");
        const latest = Date.parse(seed.time("latest"));
        const window = numberOf(args, "since_minutes", 60) * 60;
        const lines = times(numberOf(args, "limit", 5), (number) => {
          const age = seed.number(`age${number}`, 0, window - 1) * 1000;
          const level = textOf(args, "level", seed.pick(`level${number}`, ["info", "info", "warning", "error"]));
          const message = seed.pick(`message${number}`, messages[level as keyof typeof messages]);
          return {
            time: new Date(latest - age).toISOString().replace(".000Z", "Z"),
            level,
            message: about === "" ? message : `request ${seed.number(`request${number}`, 1000, 9999)}: ${about}`,
          };
        });
        lines.sort((one, other) => (one.time < other.time ? -1 : 1));
        return { service: textOf(args, "service"), lines };
      },
    }),
    simulatedTool({
      name: "devops_run_pipeline",
      description:
        "Run a CI/CD pipeline, such as a GitHub Actions workflow or a Jenkins job: trigger, start, execute or rerun a build or the tests of a branch, with parameters.",
      parameters: {
        pipeline: { type: "string", description: "The name of the pipeline, for example build-and-test." },
        branch: { type: "string", default: "main", description: "The branch to run it on." },
        variables: { type: "object", additionalProperties: { type: "string" }, description: "Variables for this run." },
      },
      required: ["pipeline"],
      annotations: acts,
      answer: (args, seed) => {
        const run = seed.number("run", 100, 9000);
        return {
          run_number: run,
          pipeline: textOf(args, "pipeline"),
          branch: textOf(args, "branch", "main"),
          variables: recordOf(args, "variables"),
          status: "passed",
          stages: ["build", "test", "package"].map((stage) => ({
            stage,
            status: "passed",
            seconds: seed.number(stage, 5, 240),
          })),
          url: `https://ci.example.com/${slugOf(textOf(args, "pipeline"))}/${run}`,
        };
      },
    }),
  ],
};
