import type { BrowserContext } from "@playwright/test";

/** The name of the attachment with the texts that a test showed, for the reporter. */
export const SEEN = "seen";

/** Runs in the page: reports every visible or announced text once. */
function watch(): void {
  const told = new Set<string>();
  let due = false;
  const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const look = (): Promise<void> | undefined => {
    due = false;
    if (!document.body) return undefined;
    const lines = document.body.innerText.split("\n");
    for (const element of Array.from(document.querySelectorAll("[aria-label], [placeholder], option"))) {
      if (visible(element.closest("select") ?? element))
        lines.push(
          element.getAttribute("aria-label") ?? "",
          element.getAttribute("placeholder") ?? "",
          element.tagName === "OPTION" ? (element.textContent ?? "") : "",
        );
    }
    const fresh = lines.map((line) => line.trim()).filter((line) => line !== "" && !told.has(line));
    if (fresh.length === 0) return undefined;
    for (const line of fresh) told.add(line);
    return (window as unknown as { tellSeen: (lines: readonly string[]) => Promise<void> }).tellSeen(fresh);
  };
  Object.assign(window, { reportSeen: look });
  // Reads added or changed text at once, because a fast test may close it a moment later. Changes of appearance may
  // wait.
  const changed = (changes: readonly MutationRecord[]) => {
    if (changes.some(({ type }) => type !== "attributes")) return void look();
    if (due) return;
    due = true;
    setTimeout(() => void look(), 30);
  };
  new MutationObserver(changed).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}

/** Collects the texts of a context's pages; call it before the first page. */
export async function recordSeen(context: BrowserContext): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  await context.exposeFunction("tellSeen", (lines: readonly string[]) => {
    for (const line of lines) seen.add(line);
  });
  await context.addInitScript(watch);
  return seen;
}

/** Makes the pages report their latest texts now. A closed page reports nothing more. */
export async function reportsArrived(context: BrowserContext): Promise<void> {
  await Promise.all(
    context
      .pages()
      .map((page) =>
        page
          .evaluate(() => (window as unknown as { reportSeen?: () => unknown }).reportSeen?.())
          .catch(() => undefined),
      ),
  );
}
