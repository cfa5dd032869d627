import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(path, "utf8");
const manifest = JSON.parse(read("package.json"));

describe("package.json and its lockfile", () => {
  it("pin every dependency to one version", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it("name no host: the registry is the installing person's choice", () => {
    expect(read("package-lock.json")).not.toMatch(/https?:|git\+|"resolved"/);
    expect(JSON.parse(read("package-lock.json")).packages[""].dependencies).toEqual(manifest.dependencies);
  });
});
