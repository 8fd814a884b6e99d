// Follows option B of docs/SELF-HOSTING.md: the program, Caddy with the published Caddyfile, HTTPS, and two browsers as
// two phones. The first joins by the set-up link, the second by the first one's QR code; then both see one list.
// Compiles nothing. Needs `caddy`, `chromium` and the site's packages: `infra/containers/two_phones.sh`.
//
//   node infra/containers/two_phones.mjs target/debug/larder
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { chromium, devices } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");
const program = resolve(process.argv[2] ?? "target/debug/larder");
const caddyfile = new URL("Caddyfile", import.meta.url).pathname;
const [https, http, upstream] = [18443, 18081, 18080];
const site = `https://larder.localhost:${https}`;
const startedAt = Date.now();
const folder = await mkdtemp(join(tmpdir(), "larder-"));
const children = [];

function start(command, args, env) {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output.text += data));
  child.on("error", (error) => (output.text += `${command}: ${error.message}`));
  children.push({ child, output, command });
  return output;
}

async function waitFor(what, attempt) {
  for (let tries = 0; tries < 100; tries++) {
    if (await attempt().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${what} is not ready`);
}

try {
  const settings = {
    PORT: String(upstream),
    LARDER_DATA: join(folder, "data"),
    LARDER_SITE_URL: site,
    LARDER_TRUSTED_PROXIES: "127.0.0.1",
    LARDER_SIGN_UP: "link",
    ...(process.env.LARDER_SITE && { LARDER_SITE: process.env.LARDER_SITE }),
  };
  const larder = start(program, ["serve"], settings);
  const own = join(folder, "Caddyfile");
  await writeFile(
    own,
    `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\nimport ${caddyfile}\n`,
  );
  start("caddy", ["run", "--config", own, "--adapter", "caddyfile"], {
    LARDER_HOST: "larder.localhost",
    LARDER_UPSTREAM: `127.0.0.1:${upstream}`,
  });
  await waitFor(
    "larder",
    async () => (await fetch(`http://127.0.0.1:${upstream}/api/health`)).ok && larder.text.includes("#setup="),
  );
  const setUp = larder.text.match(/https:\S+#setup=\w+/)[0];

  const browser = await chromium.launch({
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: ["--no-sandbox"],
  });
  const phone = async (name, address) => {
    const context = await browser.newContext({ ...devices[name], ignoreHTTPSErrors: true, locale: "en-US" });
    const page = await context.newPage();
    await waitFor("caddy", async () => (await page.goto(address)).ok());
    // Browsers allow camera, reminders and installation only over https.
    assert.equal(
      await page.evaluate(() => isSecureContext && "mediaDevices" in navigator && "serviceWorker" in navigator),
      true,
    );
    return page;
  };
  // PICTURES=folder stores screenshots.
  const screenshot = async (page, name) => {
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, `two-phones-${name}.png`), scale: "css" });
  };
  const uidOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("larder.session") ?? "{}").uid);

  const first = await phone("Pixel 7", setUp);
  await first.getByRole("link", { name: "Settings" }).waitFor();
  await waitFor("the first phone's larder", async () => (await uidOf(first)) !== undefined);
  assert.ok(!first.url().includes("setup"), "the secret does not stay in the address");

  const second = await phone("iPhone 14", `${site}/`);
  await second.getByText("Sign-up is closed").waitFor();

  await first.goto(`${site}/together`);
  const opened = first.waitForResponse((response) => response.url().endsWith("/api/household/links"));
  await first.getByRole("button", { name: "Add a device" }).click();
  const { secret } = await (await opened).json();
  await second.goto(`${site}/link#${secret}`);
  const digits = (await second.getByText(/^The digits are/).textContent()).replace(/\D/g, "");
  await screenshot(second, "code");
  await screenshot(first, "device");
  await first.getByRole("textbox", { name: /Two digits/ }).fill(digits);
  await second.getByRole("button", { name: "Open the larder" }).click();
  await waitFor("the second phone", async () => (await uidOf(second)) === (await uidOf(first)));

  // The second phone sees the first one's row.
  const row = { name: "Milk", category: "Dairy & Eggs", quantity: 1, unit: "carton" };
  // In the browser, which resolves the name itself.
  const added = await first.evaluate(async (body) => {
    const { idToken } = JSON.parse(localStorage.getItem("larder.session"));
    const headers = { "content-type": "application/json", authorization: `Bearer ${idToken}` };
    return (await fetch("/api/shopping-list", { method: "POST", headers, body })).status;
  }, JSON.stringify(row));
  assert.equal(added, 201);
  await second.goto(`${site}/shopping-list?view=list`);
  await second.getByRole("checkbox", { name: "Milk" }).waitFor();
  const duration = Date.now() - startedAt;
  await screenshot(second, "list");

  // A device has joined, so the link is invalid.
  const third = await phone("Pixel 7", setUp);
  await third.getByText("already used or expired").waitFor();
  await browser.close();
  console.log(`two phones in one larder, by https through Caddy: ${(duration / 1000).toFixed(1)} s from nothing`);
} catch (error) {
  for (const { command, output } of children) console.error(`--- ${command}\n${output.text.slice(-3_000)}`);
  throw error;
} finally {
  for (const { child } of children.reverse()) child.kill("SIGTERM");
  await new Promise((done) => setTimeout(done, 500));
  await rm(folder, { recursive: true, force: true });
}
