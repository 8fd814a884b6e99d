import { expect, test } from "./support/larder";

for (const locale of ["de-DE", "fr-FR"])
  test.describe(locale, () => {
    test.use({ locale });

    test("no word of the bar is broken", async ({ page, kitchen }) => {
      await kitchen.open("/?tab=items");
      const links = page.getByRole("banner").getByRole("link");
      await expect(links).not.toHaveCount(0);
      const broken = await links.evaluateAll((all) => {
        const parts: string[] = [];
        for (const link of all) {
          const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
          for (let node = texts.nextNode(); node; node = texts.nextNode())
            for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}]+/gu)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) parts.push(word);
            }
        }
        return parts;
      });
      expect(broken).toEqual([]);
    });
  });
