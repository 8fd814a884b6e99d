import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * At each change of the page such a rule makes the browser look through all of it: 13 ms with five hundred cards. A
 * child of the page's ends is near enough.
 */
it("asks the whole page for nothing inside of it", () => {
  const sheets = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css"))
    .map((path) => `src/${path}`);
  expect(sheets.length).toBeGreaterThan(40);
  const asking = sheets.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/(?:html|:root|body|#root)\)?:has\((?!> )[^{]*/g)].map(
      ([rule]) => `${path}: ${rule}`,
    ),
  );
  expect(asking).toEqual([]);
});
