import { expect, it } from "vitest";
import patterns from "../../../../shared/data/routes.json";
import { routeOf } from "./routes";

it.each(Object.entries(patterns))("names the page %s", (name, pattern) => {
  const parameter = pattern.includes(":") ? "AbC123xyz" : null;
  expect(routeOf(pattern.replace(/:\w+/, "AbC123xyz"))).toEqual({ name, parameter });
});

// The same addresses in `infra/local/src/web/site.rs` and `infra/cdn/pages.test.mjs`.
it("accepts a shared list's address with a slash at its end", () => {
  expect(routeOf("/shared/AbC123xyz/")).toEqual({ name: "sharedList", parameter: "AbC123xyz" });
});

it.each(["/shared", "/shared/", "/shared//", "/shared/a/b", "/nonsense", "/settings/x", "/settings/"])(
  "rejects %s",
  (path) => {
    expect(routeOf(path).name).toBe("notFound");
  },
);
