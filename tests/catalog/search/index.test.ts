import { expect, test } from "vitest";
import { createRouter, routerNames } from "../../../catalog/search/index.js";
import { InputError } from "../../../catalog/types.js";
import { PlainCatalog } from "./catalog.js";

test("every named router can be made and bears its name", () => {
  for (const name of routerNames) expect(createRouter(name, new PlainCatalog([])).name).toBe(name);
  expect(routerNames).toContain("tfidf");
});

test.each(["bm25", "", "toString"])("an unknown router (%j) is refused with the names there are", (name) => {
  expect(() => createRouter(name, new PlainCatalog([]))).toThrow(
    new InputError(`There is no router "${name}": choose one of ${routerNames.join(", ")}.`),
  );
});
