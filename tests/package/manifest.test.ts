import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(path, "utf8");
const manifest = JSON.parse(read("package.json"));

describe("package.json and its lockfile", () => {
  it("pin every dependency to one version", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    const one = /^(?:npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/;
    expect(versions.filter(([, version]) => !one.test(String(version)))).toEqual([]);
  });

  it("leave to the consumer what it has itself, in a range that holds the pinned version", () => {
    const { dependencies, devDependencies, peerDependencies } = manifest;
    const optional = Object.keys(manifest.peerDependenciesMeta);
    expect(optional).toEqual(["agentevals", "langsmith", "minisearch"]);
    expect(Object.keys(peerDependencies).filter((name) => !optional.includes(name))).toEqual([
      "@langchain/core",
      "@langchain/langgraph",
      "zod",
    ]);
    for (const [name, range] of Object.entries(peerDependencies)) {
      expect(dependencies).not.toHaveProperty([name]);
      const [least, pinned] = [String(range), devDependencies[name]].map((text) => text.match(/\d+/g)!.map(Number));
      expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
      expect(pinned![0]).toBe(least![0]);
      expect(pinned![1]).toBeGreaterThanOrEqual(least![1]!);
    }
  });

  it("name no host: the registry is the installing person's choice", () => {
    // Pages where the authors of packages ask for money are no place to install from.
    const withoutFunding = JSON.stringify(JSON.parse(read("package-lock.json")), (key, value) =>
      key === "funding" ? undefined : value,
    );
    expect(withoutFunding).not.toMatch(/https?:|git\+|"resolved"/);
    const { dependencies, peerDependencies, devDependencies } = manifest;
    expect(JSON.parse(read("package-lock.json")).packages[""]).toMatchObject({
      dependencies,
      peerDependencies,
      devDependencies,
    });
  });
});
