/** A document in the shape of a code forge's public specification: several hundred operations over shared components. */

const resources = [
  ...["issues", "pulls", "commits", "branches", "releases", "labels", "milestones", "hooks", "keys", "deployments"],
  ...["environments", "secrets", "variables", "runners", "workflows", "runs", "artifacts", "caches", "codespaces"],
  ...["packages", "projects", "teams", "members", "invitations", "discussions", "comments", "reactions", "gists"],
  ...["stars", "subscriptions", "notifications", "migrations", "rulesets", "alerts", "advisories", "pages", "tags"],
  ...["statuses", "checks", "suites", "forks", "topics", "traffic", "autolinks", "blocks", "emails", "followers"],
  ...["installations", "licenses", "archives", "snapshots", "templates", "usage", "webhooks", "tokens", "audits"],
  ...["mirrors", "attestations", "budgets", "campaigns", "classrooms", "domains"],
];

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const answers = (schema: object) => ({
  "200": { description: "Done", content: { "application/json": { schema } } },
  "404": reference("responses", "not-found"),
});

/** About 480 operations; the version decides the dialect of the schemas. */
export function forgeDocument(address: string, version: "3.0.3" | "3.1.0" = "3.0.3") {
  const nullable = version === "3.0.3" ? { type: "string", nullable: true } : { type: ["string", "null"] };
  const paths: Record<string, object> = {};
  for (const resource of resources) {
    const one = resource.replace(/(ch|s)?es$|s$/, "$1") || resource;
    const body = {
      required: true,
      content: { "application/json": { schema: reference("schemas", `new-${resource}`) } },
    };
    const tags = [resource];
    paths[`/repos/{owner}/{repo}/${resource}`] = {
      parameters: [reference("parameters", "owner"), reference("parameters", "repo")],
      get: {
        operationId: `${resource}/list-for-repo`,
        ...{ tags, summary: `List ${resource} of a repository`, description: `Lists all ${resource}, newest first.` },
        parameters: [
          reference("parameters", "per-page"),
          reference("parameters", "page"),
          { name: "state", in: "query", schema: { type: "string", enum: ["open", "closed", "all"], default: "open" } },
          { name: "labels", in: "query", explode: false, schema: { type: "array", items: { type: "string" } } },
        ],
        responses: answers({ type: "array", items: reference("schemas", resource) }),
      },
      post: {
        operationId: `${resource}/create`,
        ...{ tags, summary: `Create one of the ${resource}`, requestBody: body },
        responses: answers(reference("schemas", resource)),
      },
    };
    paths[`/repos/{owner}/{repo}/${resource}/{id}`] = {
      parameters: [reference("parameters", "owner"), reference("parameters", "repo"), reference("parameters", "id")],
      get: {
        operationId: `${resource}/get`,
        ...{ tags, summary: `Get one of the ${resource}` },
        responses: answers(reference("schemas", resource)),
      },
      patch: { operationId: `${resource}/update`, tags, summary: `Change a ${one}`, requestBody: body, responses: {} },
      put: { operationId: `${resource}/replace`, tags, summary: `Replace a ${one}`, requestBody: body, responses: {} },
      delete: { operationId: `${resource}/delete`, tags, summary: `Delete a ${one}`, responses: {} },
    };
    paths[`/search/${resource}`] = {
      get: {
        operationId: `search/${resource}`,
        ...{ tags: ["search"], summary: `Search ${resource}` },
        parameters: [{ name: "q", in: "query", required: true, schema: { type: "string" } }],
        responses: answers({ type: "object" }),
      },
    };
    // No id and no words, as in many real documents.
    paths[`/orgs/{org}/${resource}`] = {
      get: { parameters: [{ name: "org", in: "path", required: true, schema: { type: "string" } }], responses: {} },
    };
  }
  const schemas: Record<string, object> = {
    user: {
      type: "object",
      properties: {
        login: { type: "string", readOnly: true },
        name: nullable,
        manager: reference("schemas", "user"),
      },
      required: ["login", "name"],
    },
  };
  for (const resource of resources) {
    const properties = {
      title: { type: "string", maxLength: 256, example: "Found a bug" },
      body: nullable,
      assignees: { type: "array", items: reference("schemas", "user") },
    };
    schemas[`new-${resource}`] = { type: "object", properties, required: ["title"] };
    schemas[resource] = {
      allOf: [reference("schemas", `new-${resource}`), { type: "object", properties: { id: { type: "integer" } } }],
    };
  }
  const text = { type: "string" };
  return {
    openapi: version,
    info: {
      title: "Code Forge",
      version: "2026-01",
      description: "Repositories, **issues** and what belongs to them.",
    },
    servers: [{ url: `${address}/{edition}`, variables: { edition: { default: "v3" } } }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas,
      parameters: {
        owner: { name: "owner", in: "path", required: true, description: "The account.", schema: text },
        repo: { name: "repo", in: "path", required: true, schema: text },
        id: { name: "id", in: "path", required: true, schema: { type: "integer" } },
        "per-page": { name: "per_page", in: "query", schema: { type: "integer", default: 30, maximum: 100 } },
        page: { name: "page", in: "query", schema: { type: "integer", default: 1 } },
      },
      responses: { "not-found": { description: "Not found" } },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}
