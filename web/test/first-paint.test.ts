import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { browserslist } from "../package.json";
import { readLanguages } from "../dev/languages/tables";
import { tabOf } from "../src/app/frame/tab-url";

/** The attribute that the build writes into `index.html`. */
const LANGUAGES = readLanguages().codes.join("|");
const script = readFileSync("public/first-paint.js", "utf8");

interface Visit {
  stored?: Record<string, string>;
  languages?: readonly string[];
  address?: string;
  /** A browser without popovers. */
  isOld?: boolean;
}

function run(document: unknown, localStorage: unknown, navigator: unknown, location: unknown): void {
  // The script is not a module.
  new Function("document", "localStorage", "navigator", "location", script)(
    document,
    localStorage,
    navigator,
    location,
  );
}

/** Runs the script, and the app's own modules with the same globals. */
async function visit({ stored = {}, languages = ["en-US"], address = "/", isOld = false }: Visit) {
  const message = { hidden: true };
  const selectors: string[] = [];
  const inserted: unknown[] = [];
  const localStorage = { getItem: (key: string) => stored[key] ?? null };
  const page = {
    lang: "",
    dataset: { languages: LANGUAGES } as Record<string, string>,
    ...(!isOld && { popover: null }),
  };
  const { pathname, search } = new URL(address, "http://larder.test");
  run(
    {
      documentElement: page,
      addEventListener: (_type: string, listener: () => void) => listener(),
      body: { firstChild: null, insertBefore: (element: unknown) => inserted.push(element) },
      querySelector: (selector: string) => {
        selectors.push(selector);
        return message;
      },
    },
    localStorage,
    { languages },
    { pathname, search },
  );
  vi.resetModules();
  vi.stubGlobal("navigator", { languages, onLine: true });
  vi.stubGlobal("localStorage", localStorage);
  const [i18n, theme, { Auth }, role] = await Promise.all([
    import("../src/lib/language/i18n"),
    import("../src/lib/browser/theme"),
    import("../src/lib/auth/auth"),
    import("../src/api/household/role"),
  ]);
  return {
    page,
    tooOld: message.hidden || !inserted.includes(message) ? undefined : selectors[0],
    language: i18n.language(),
    theme: theme.chosenTheme(),
    status: new Auth().state().status,
    isLooker: role.isLooker(),
  };
}

const session = JSON.stringify({ uid: "u", idToken: "t", refreshToken: "r", expiresAt: 0 });

describe("the first paint agrees with the app", () => {
  it.each<readonly [string, Visit, string]>([
    ["the browser's language", { languages: ["de-AT", "en"] }, "de"],
    ["the first known one", { languages: ["xx-YY", "DE", "en"] }, "de"],
    ["a third language", { languages: ["fr-CA", "en"] }, "fr"],
    ["English if none is", { languages: ["xx-YY"] }, "en"],
    ["the chosen one", { stored: { "larder.language": "de" } }, "de"],
    ["the browser's for an invalid choice", { stored: { "larder.language": "deutsch" } }, "en"],
    ["English for no languages", { languages: [] }, "en"],
  ])("in its language: %s", async (_, surroundings, expected) => {
    const { page, language } = await visit(surroundings);
    expect([page.lang, language]).toEqual([expected, expected]);
  });

  it.each(["light", "dark", "system", "purple"])("in its theme: %s", async (chosen) => {
    const { page, theme } = await visit({ stored: { "larder.theme": chosen } });
    expect(page.dataset["theme"] ?? "system").toBe(theme);
  });

  it.each([{}, { "larder.role": "looker" }])("for the role of the device: %o", async (stored) => {
    const { page, isLooker } = await visit({ stored });
    expect("looker" in page.dataset).toBe(isLooker);
    expect(isLooker).toBe("larder.role" in stored);
  });

  it.each([
    ["/", "main"],
    ["/?tab=scan", "main"],
    ["/shopping-list", "page"],
    ["/settings", "page"],
    ["/shared/x", "page"],
    ["/nowhere", "page"],
  ])("for a returning user: %s", async (address, expected) => {
    const { page, status } = await visit({ stored: { "larder.session": session }, address });
    expect(status).toBe("signed-in");
    expect(page.dataset["first"]).toBe(expected);
  });

  it.each([
    ["/", "welcome"],
    ["/shopping-list?view=list", "welcome"],
    ["/settings", "page"],
    ["/shared/x", "page"],
    ["/nowhere", "page"],
  ])("for a new user: %s", async (address, expected) => {
    const { page, status } = await visit({ address });
    expect(status).toBe("signing-in");
    expect(page.dataset["first"]).toBe(expected);
  });

  it.each([
    "",
    "?tab=scan",
    "?tab=items",
    "?filter=soon&tab=history",
    "?tab=archived&x=1",
    "?tab=archivedx",
    "?xtab=scan",
  ])("in its tab: %s", async (search) => {
    const { page } = await visit({ address: `/${search}` });
    expect(page.dataset["at"]).toBe(`/?tab=${tabOf(new URLSearchParams(search))}`);
  });
});

it("works in a browser that forbids storage", () => {
  const page = { lang: "", dataset: { languages: LANGUAGES } as Record<string, string>, popover: null };
  const forbidden = {
    getItem: () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  };
  run({ documentElement: page }, forbidden, { languages: ["de"] }, { pathname: "/", search: "" });
  expect(page).toMatchObject({ lang: "de", dataset: { languages: LANGUAGES, first: "welcome", at: "/?tab=items" } });
});

describe("the oldest supported browsers", () => {
  it("show no message, but older ones do", async () => {
    const { tooOld } = await visit({ isOld: true, languages: ["fr"] });
    expect(tooOld).toBe("[data-too-old][lang=fr]");
    expect((await visit({})).tooOld).toBeUndefined();
  });

  it("are the same in README, texts and build", () => {
    const versions = browserslist
      .filter((browser) => !browser.startsWith("ios"))
      .map((browser) => browser.charAt(0).toUpperCase() + browser.slice(1).replace(" >=", ""))
      .join(", ");
    expect(readFileSync("../README.md", "utf8")).toContain(versions);
    for (const code of readLanguages().codes)
      expect(readFileSync(`src/locales/${code}/browser.json`, "utf8")).toContain(versions);
  });
});
