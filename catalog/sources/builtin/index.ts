/** The built-in servers: a catalog to try the software with. All of their tools are simulated. */
import type { ServerDefinition } from "../../types.js";
import { analytics } from "./analytics.js";
import { cloud } from "./cloud.js";
import { communication } from "./communication.js";
import { database } from "./database.js";
import { devops } from "./devops.js";
import { filesystem } from "./filesystem.js";
import { github } from "./github.js";
import { web } from "./web.js";

/** 8 servers with 35 tools, in a fixed order. */
export function builtinServers(): ServerDefinition[] {
  return [github, filesystem, database, web, analytics, communication, devops, cloud];
}
