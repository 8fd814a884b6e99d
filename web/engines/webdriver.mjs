// Controls a browser by WebDriver, with the commands that the journeys need. Finds elements by role and name.
import { spawn } from "node:child_process";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const DEFAULT_TIMEOUT_MS = Number(process.env["LARDER_TEST_TIMEOUT"] ?? 30_000);

export const ENGINES = {
  webkit: {
    driver: "WebKitWebDriver",
    args: (port) => [`--port=${port}`],
    capabilities: (binary) => ({ "webkitgtk:browserOptions": { binary, args: ["--automation"] } }),
  },
  firefox: {
    driver: process.env["GECKODRIVER"] ?? "geckodriver",
    args: (port) => ["--port", String(port)],
    capabilities: (binary) => ({ "moz:firefoxOptions": { binary, args: ["-headless"] } }),
  },
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(what, condition, timeoutMs = DEFAULT_TIMEOUT_MS) {
  const end = Date.now() + timeoutMs;
  let last;
  while (Date.now() < end) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    await pause(100);
  }
  throw new Error(`Timeout: ${what}`, { cause: last });
}

/** Runs in the page: returns the visible elements of a role with a matching name. */
const FIND = `
  const [role, name, exact] = arguments;
  const kinds = {
    button: "button, [role=button]", link: "a[href]", heading: "h1, h2, h3", checkbox: "[role=checkbox], input[type=checkbox]", textbox: "input, textarea", select: "select",
    dialog: "dialog[open], [role=dialog], [role=alertdialog]", text: "body *",
  };
  const said = (element) => {
    const by = element.getAttribute("aria-labelledby");
    const label = by ? by.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ") : element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent;
    return (label ?? element.textContent ?? "").trim().replace(/\\s+/g, " ");
  };
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden" && element.closest("[inert]") === null;
  const fits = (text) => (exact ? text === name : text.includes(name));
  const found = [...document.querySelectorAll(kinds[role])].filter((element) => seen(element) && fits(said(element)));
  return role === "text" ? found.at(-1) ?? null : found[0] ?? null;
`;

export async function open(name, port, binary) {
  const { driver, args, capabilities } = ENGINES[name];
  const process_ = spawn(driver, args(port), { stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  const call = async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      signal: AbortSignal.timeout(120_000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await until(`${driver} answers`, async () => (await fetch(`${address}/status`)).ok);
  const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: capabilities(binary) } });
  const at = `/session/${sessionId}`;

  const browser = {
    go: (url) => call("POST", `${at}/url`, { url }),
    back: () => call("POST", `${at}/back`, {}),
    reload: () => call("POST", `${at}/refresh`, {}),
    size: (width, height) => call("POST", `${at}/window/rect`, { width, height }),
    run: (script, ...values) => call("POST", `${at}/execute/sync`, { script, args: values }),
    /** Runs an asynchronous script in the page. */
    ask: (script, ...values) =>
      call("POST", `${at}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; (async (...given) => { ${script} })(...arguments).then(done, (error) => done({ error: String(error) }));`,
        args: values,
      }),
    find: (role, text, exact = true) =>
      until(`${role} “${text}”`, async () => (await browser.run(FIND, role, text, exact))?.[ELEMENT]),
    has: async (role, text, exact = true) => (await browser.run(FIND, role, text, exact)) !== null,
    gone: (role, text, exact = true) =>
      until(`no ${role} “${text}”`, async () => !(await browser.has(role, text, exact))),
    /** Clicks an element, and retries while it is moving or covered. */
    press: (role, text, exact = true) =>
      until(`a press of ${role} “${text}”`, async () => {
        const id = (await browser.run(FIND, role, text, exact))?.[ELEMENT];
        if (!id) return false;
        await call("POST", `${at}/element/${id}/click`, {});
        return true;
      }),
    fill: async (label, text) => {
      const id = await browser.find("textbox", label, false);
      await call("POST", `${at}/element/${id}/clear`, {}).catch(() => undefined);
      await call("POST", `${at}/element/${id}/value`, { text });
    },
    choose: async (label, value) =>
      browser.run(
        "const [id, value] = arguments; id.value = value; id.dispatchEvent(new Event('change', { bubbles: true }));",
        { [ELEMENT]: await browser.find("select", label, false) },
        value,
      ),
    give: async (selector, file) => {
      // Waits until the page is loaded.
      const id = await until(
        selector,
        async () => (await call("POST", `${at}/element`, { using: "css selector", value: selector }))[ELEMENT],
      );
      await call("POST", `${at}/element/${id}/value`, { text: file });
    },
    picture: () => call("GET", `${at}/screenshot`),
    close: async () => {
      await call("DELETE", at).catch(() => undefined);
      process_.kill();
    },
  };
  return browser;
}
