/**
 * Distractors: servers `internal_service_X` with tools `svcX_opY`, to see how a strategy does in a big catalog.
 *
 * Their texts speak of trades that ordinary requests do not touch, so that they fill the catalog and answer nothing.
 */
import type { ToolCatalog } from "../registry.js";
import type { ServerDefinition, ToolDefinition } from "../types.js";

const toolsPerServer = 10;

const subjects = [
  ["kiln", "firing curve", "glaze batch", "cone temperature", "cooling ramp"],
  ["turnstile", "gate cadence", "token chute", "barrier torque", "lane lamp"],
  ["brewery", "mash tun", "hop dosage", "cask rotation", "yeast pitch"],
  ["orchard", "graft register", "pollination slot", "frost shield", "picking crew"],
  ["harbour", "berth allotment", "tug roster", "tide margin", "mooring fee"],
  ["loom", "warp tension", "shuttle cadence", "dye lot", "selvage width"],
  ["quarry", "blast pattern", "crusher gap", "haul ramp", "dust curtain"],
  ["ballroom", "parquet wax", "chandelier dimming", "cloakroom ticket", "orchestra riser"],
  ["apiary", "hive weight", "brood frame", "nectar flow", "smoker fuel"],
  ["foundry", "ladle preheat", "mould sand", "slag skim", "casting yield"],
  ["ropeway", "cabin spacing", "pylon grease", "haul rope stretch", "wind brake"],
  ["aquarium", "salinity band", "coral feeding", "tank turnover", "quarantine basin"],
  ["bindery", "signature fold", "spine glue", "foil stamp", "endpaper grain"],
  ["observatory", "dome shutter", "mirror alignment", "seeing index", "guide star"],
  ["creamery", "curd cut", "rind wash", "ripening shelf", "whey drain"],
  ["sawmill", "kerf width", "lumber grade", "kiln moisture", "blade tracking"],
] as const;

const actions = [
  ["Calibrates", "against the foreman's reference gauge"],
  ["Reconciles", "with the previous shift's ledger"],
  ["Rotates", "according to the seasonal rota"],
  ["Certifies", "for the annual inspection"],
  ["Rebalances", "between neighbouring units"],
  ["Escalates", "to the duty supervisor"],
  ["Archives", "after the retention period"],
] as const;

/** Deterministic distractor servers with `count` tools in all; server names in `avoid` are passed over. */
export function distractorServers(
  count: number,
  { avoid = new Set<string>() }: { avoid?: ReadonlySet<string> } = {},
): ServerDefinition[] {
  const servers: ServerDefinition[] = [];
  for (let left = count, number = 1; left > 0; number += 1) {
    const name = `internal_service_${number}`;
    if (avoid.has(name)) continue;
    const tools = Array.from({ length: Math.min(left, toolsPerServer) }, (_, index) =>
      distractorTool(number, index + 1),
    );
    servers.push({ name, description: `Internal operations of ${wordsOf(number)[0]} unit ${number}.`, tools });
    left -= tools.length;
  }
  return servers;
}

/** Fills a catalog with distractors up to `total` tools. Returns how many were added: none when it has as many already. */
export function addDistractors(catalog: ToolCatalog, total: number): number {
  const missing = Math.max(total - catalog.size, 0);
  const avoid = new Set(catalog.servers().map((server) => server.name));
  for (const server of distractorServers(missing, { avoid })) catalog.addServer(server);
  return missing;
}

function wordsOf(server: number): (typeof subjects)[number] {
  return subjects[(server - 1) % subjects.length] ?? subjects[0];
}

function distractorTool(server: number, operation: number): ToolDefinition {
  const [trade, ...objects] = wordsOf(server);
  const object = objects[(operation - 1) % objects.length] ?? objects[0];
  const [verb, how] = actions[(server + operation) % actions.length] ?? actions[0];
  const name = `svc${server}_op${operation}`;
  return {
    name,
    description: `${verb} the ${object} of ${trade} unit ${server} ${how}.`,
    inputSchema: {
      type: "object",
      properties: {
        unit: { type: "integer", minimum: 1, description: `Which ${trade} unit.` },
        mode: {
          type: "string",
          enum: ["standard", "cautious"],
          default: "standard",
          description: "How strictly to proceed.",
        },
      },
      required: ["unit"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    simulated: true,
    execute: async (args) => {
      const structured = { simulated: true, operation: name, arguments: args, status: "completed" };
      return { content: [{ type: "text", text: JSON.stringify(structured) }], structured, isError: false };
    },
  };
}
