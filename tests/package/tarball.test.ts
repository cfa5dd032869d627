import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = resolve(".");
const project = mkdtempSync(join(tmpdir(), "toolgap-consumer-"));
const execute = promisify(execFile);
let packed: string[] = [];

interface Lock {
  packages: Record<string, { dev?: boolean; name?: string; version?: string }>;
}

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
  devDependencies: Record<string, string>;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(repository, path), "utf8")) as T;
}

async function run(command: string, args: string[], cwd = project): Promise<string> {
  try {
    return (await execute(command, args, { cwd, maxBuffer: 50_000_000 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  }
}

/**
 * The packed tarball in a project of its own, its dependencies in the versions that were tested here, but for an earlier
 * `@langchain/core`: the project has its own one, in the accepted range.
 */
beforeAll(async () => {
  const [pack] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", project], repository)) as [
    { filename: string; files: { path: string }[] },
  ];
  packed = pack.files.map((file) => file.path);
  const { version, dependencies, peerDependencies, peerDependenciesMeta, devDependencies } =
    readJson<Manifest>("package.json");
  const { packages } = readJson<Lock>("package-lock.json");
  const { dev: _dev, name: _name, ...earlierCore } = packages["node_modules/core-earlier"]!;
  const own = Object.fromEntries(
    Object.keys(peerDependencies)
      .filter((name) => !peerDependenciesMeta[name]?.optional)
      .map((name) => [name, devDependencies[name]!]),
  );
  own["@langchain/core"] = earlierCore.version!;
  const consumer = { name: "consumer", version: "1.0.0", type: "module", private: true };
  const tarball = `file:${pack.filename}`;
  const manifest = { ...consumer, dependencies: { ...own, toolgap: tarball } };
  const needed = Object.entries(packages).filter(([path, entry]) => path !== "" && !entry.dev);
  const lock = {
    ...consumer,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": manifest,
      ...Object.fromEntries(needed),
      "node_modules/@langchain/core": earlierCore,
      "node_modules/toolgap": {
        ...{
          version,
          resolved: tarball,
          dependencies,
          peerDependencies,
          peerDependenciesMeta,
          bin: { toolgap: "dist/cli/main.js" },
        },
      },
    },
  };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "package-lock.json"), JSON.stringify(lock));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]);
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }), 60_000);

describe("the packed package", () => {
  it("holds the built code, its types and what the code reads, and no sources", () => {
    expect(packed).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "dist/cli/main.js", "dist/graphs/index.d.ts"]),
    );
    expect(packed).toContain("dist/catalog/sources/mcp/guard.mjs");
    expect(
      packed.filter((path) =>
        /(?<!\.d)\.ts$|tsbuildinfo|^tests|\.d\.mts$|measure-(?:margin|start)|evals\/bench|gate\/main/.test(path),
      ),
    ).toEqual([]);
  });

  it("holds what its README links to", () => {
    const links = [...readFileSync(join(repository, "README.md"), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    expect(links.length).toBeGreaterThan(3);
    expect(links.map(([, path]) => path!).filter((path) => !packed.includes(path))).toEqual([]);
  });

  it("shares the project's own copies of what both use, also in another version than was pinned here", () => {
    const inProject = (path: string) => existsSync(join(project, "node_modules", path));
    const { version } = JSON.parse(
      readFileSync(join(project, "node_modules/@langchain/core/package.json"), "utf8"),
    ) as Manifest;
    const { devDependencies } = readJson<Manifest>("package.json");
    expect(version).not.toBe(devDependencies["@langchain/core"]);
    for (const name of ["@langchain/core", "@langchain/langgraph", "zod"]) {
      expect([name, inProject(name), inProject(`toolgap/node_modules/${name}`)]).toEqual([name, true, false]);
    }
  });

  it.each(["active", "retrieval", "all-tools", "tiered"])("types the graph %s so that a person can read it", (name) => {
    const types = readFileSync(join(project, `node_modules/toolgap/dist/graphs/${name}.d.ts`), "utf8");
    expect(types).toMatch(/^export declare function create\w+Graph\(options: GraphOptions\): AgentGraph;$/m);
    expect(types.split("\n").length).toBeLessThan(10);
  });

  it("type-checks in another project and runs as a part of a bigger graph", { timeout: 60_000 }, async () => {
    copyFileSync(join(repository, "tests/fixtures/consumer/main.ts"), join(project, "main.ts"));
    const compilerOptions = { module: "NodeNext", target: "ES2023", strict: true, types: [], skipLibCheck: true };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["main.ts", "console.d.ts"] }),
    );
    writeFileSync(join(project, "console.d.ts"), "declare const console: { log(text: string): void };\n");
    await run(process.execPath, [join(repository, "node_modules/typescript/bin/tsc"), "-p", "."]);
    expect(JSON.parse(await run(process.execPath, ["main.js"]))).toEqual({
      greeting: "Good morning",
      bound: [{ server: "library", name: "find_book" }],
      answers: [
        expect.stringContaining("Walden stands on shelf 42"),
        expect.stringContaining("Emma stands on shelf 42"),
      ],
      requests: 1,
      turn: 2,
      task: 'Find the book "Emma"',
      alone: "answered",
      own: ["Nothing to do", 0, "answered"],
      helped: ["find_book", "answered"],
      tokens: 2,
    });
  });

  it("runs as the program toolgap", { timeout: 30_000 }, async () => {
    const { version } = readJson<{ version: string }>("package.json");
    expect(await run("npx", ["--no-install", "toolgap", "--version"])).toBe(`${version}\n`);
    const program = join(project, "node_modules/.bin/toolgap");
    const report = JSON.parse(
      await run(program, ["run", "Delete the file notes.txt", "--provider", "offline", "--json"]),
    );
    expect(report.toolsCalled).toMatchObject([{ name: "fs_delete_file", ok: true, simulated: true }]);
  });
});
