import { setScene } from "./support/scene";
import { waitForScreen, expect, test } from "./support/larder";
import { SUPPORTED_LOCALES } from "./support/messages";

const PATHS = [
  "/?tab=items",
  "/?tab=scan",
  "/?tab=history",
  "/?tab=archived",
  "/shopping-list?view=browse",
  "/shopping-list?view=list",
  "/shared/Xk3vT9QmR2pLw7aBcDeFgH",
  "/settings",
  "/together",
  "/link",
  "/nowhere",
];

for (const locale of SUPPORTED_LOCALES)
  test.describe(locale, () => {
    test.use({ locale });

    test("breaks no word on any screen", async ({ page }) => {
      await setScene(page, { empty: false });
      const broken: string[] = [];
      for (const path of PATHS) {
        await page.goto(path);
        await waitForScreen(page);
        const words = await page.evaluate(() => {
          const parts: string[] = [];
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = texts.nextNode(); node; node = texts.nextNode())
            for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}]+/gu)) {
              if (!node.parentElement?.checkVisibility() || node.parentElement.closest(".visually-hidden")) continue;
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const tops = Array.from(range.getClientRects(), ({ top }) => top);
              if (Math.max(...tops) - Math.min(...tops) > 4) parts.push(word);
            }
          return parts;
        });
        broken.push(...words.map((word) => `${path}: ${word}`));
      }
      expect(broken).toEqual([]);
    });
  });
