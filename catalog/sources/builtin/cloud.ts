/** Built-in server `cloud`, simulated. */
import type { ServerDefinition } from "../../types.js";
import { adds, numberOf, reads, replaces, simulatedTool, slugOf, textOf, times } from "./simulation.js";

const region = { type: "string", description: "The region or data center, for example eu-west-1." };
const defaultRegion = "eu-west-1";

export const cloud: ServerDefinition = {
  name: "cloud",
  description:
    "Cloud infrastructure in an account at a provider such as AWS, Azure or Google Cloud. Create, launch or provision a virtual machine (VM), server or instance, list the resources, machines and buckets that are deployed, and upload files or back up data to a storage bucket such as S3. Firewall rules open or close a port, and allow or block traffic and access.",
  tools: [
    simulatedTool({
      name: "cloud_create_vm",
      description:
        "Create a virtual machine (VM) in the cloud: launch, start, spin up or provision a new server or compute instance, such as a Linux machine. Machines come in several sizes of CPU and memory.",
      parameters: {
        name: { type: "string", description: "A name for the machine." },
        size: {
          type: "string",
          enum: ["small", "medium", "large", "gpu"],
          default: "small",
          description: "How much CPU and memory.",
        },
        image: { type: "string", default: "ubuntu-24.04", description: "The operating system image." },
        region: { ...region, default: defaultRegion },
      },
      required: ["name"],
      annotations: adds,
      answer: (args, seed) => ({
        vm_id: seed.id("vm"),
        name: textOf(args, "name"),
        size: textOf(args, "size", "small"),
        image: textOf(args, "image", "ubuntu-24.04"),
        region: textOf(args, "region", defaultRegion),
        ip_address: `203.0.113.${seed.number("ip", 2, 254)}`,
        status: "running",
      }),
    }),
    simulatedTool({
      name: "cloud_list_resources",
      description:
        "List the resources of the cloud account: an inventory of everything deployed or running there, such as virtual machines, instances, servers, buckets, databases and networks, with status and cost.",
      parameters: {
        type: {
          type: "string",
          enum: ["vm", "bucket", "database", "network", "all"],
          default: "all",
          description: "The kind of resource.",
        },
        region,
      },
      annotations: reads,
      answer: (args, seed) => {
        const wanted = textOf(args, "type", "all");
        const kinds = wanted === "all" ? ["vm", "bucket", "database", "network"] : [wanted];
        const resources = kinds.flatMap((kind) =>
          times(seed.number(kind, 1, 3), (number) => ({
            id: `${kind}_${seed.id(`${kind}${number}`).slice(-8)}`,
            type: kind,
            name: `${kind}-${seed.pick(`${kind}name${number}`, ["orders", "website", "archive", "reports"])}-${number}`,
            region: textOf(args, "region", defaultRegion),
            status: "active",
            monthly_cost_usd: seed.number(`${kind}cost${number}`, 300, 40_000) / 100,
          })),
        );
        return { count: resources.length, resources };
      },
    }),
    simulatedTool({
      name: "cloud_upload_storage",
      description:
        "Upload a file to cloud storage: copy, push or back up files, images or data to a storage bucket, or to another object store such as S3.",
      parameters: {
        bucket: { type: "string", description: "The bucket to put it in." },
        source: { type: "string", description: "Path or link of the file to upload." },
        key: {
          type: "string",
          description: "The name of the object in the bucket; the name of the file when left out.",
        },
        public: { type: "boolean", default: false, description: "True to let everyone read it." },
      },
      required: ["bucket", "source"],
      annotations: replaces,
      answer: (args, seed) => {
        const bucket = textOf(args, "bucket");
        const source = textOf(args, "source");
        const key = textOf(args, "key", source.split("/").at(-1) || slugOf(source));
        return {
          bucket,
          key,
          url: `https://${slugOf(bucket)}.storage.example.com/${key}`,
          bytes: seed.number("bytes", 1_000, 9_000_000),
          public: args.public === true,
        };
      },
    }),
    simulatedTool({
      name: "cloud_manage_firewall",
      description:
        "Manage the firewall of a cloud network: add or remove a rule, open or close a port to the internet, and allow, deny or block incoming traffic or access from a range of addresses.",
      parameters: {
        action: {
          type: "string",
          enum: ["allow", "deny", "remove"],
          description: "What to do with the traffic, or with its rule.",
        },
        port: { type: "integer", minimum: 1, maximum: 65_535, description: "The port, for example 443." },
        protocol: { type: "string", enum: ["tcp", "udp"], default: "tcp" },
        source: { type: "string", default: "0.0.0.0/0", description: "The range of addresses in CIDR notation." },
        network: { type: "string", default: "default", description: "The network or security group." },
      },
      required: ["action", "port"],
      annotations: replaces,
      answer: (args, seed) => ({
        rule_id: seed.id("rule"),
        action: textOf(args, "action"),
        port: numberOf(args, "port", 0),
        protocol: textOf(args, "protocol", "tcp"),
        source: textOf(args, "source", "0.0.0.0/0"),
        network: textOf(args, "network", "default"),
        status: args.action === "remove" ? "removed" : "active",
      }),
    }),
  ],
};
