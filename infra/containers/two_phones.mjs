// What docs/SELF-HOSTING.md promises for Caddy, done without a hand: the program, Caddy with the very Caddyfile that is handed out, https, and two browsers as two
// phones. Nothing is compiled. Needs `caddy`, `chromium` and the site's packages (make chromium; apt install caddy).
//
//   node infra/containers/two_phones.mjs target/release/larder
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { chromium, devices } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");
const program = resolve(process.argv[2] ?? "target/release/larder");
const caddyfile = new URL("Caddyfile", import.meta.url).pathname;
const [https, http, upstream] = [18443, 18081, 18080];
const site = `https://larder.localhost:${https}`;
const began = Date.now();
const folder = await mkdtemp(join(tmpdir(), "larder-"));
const children = [];

function start(command, args, env) {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, HOME: folder, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}

async function until(what, attempt) {
  for (let tries = 0; tries < 100; tries++) {
    if (await attempt().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${what} did not come up`);
}

try {
  const settings = { PORT: String(upstream), LARDER_DATA: join(folder, "data"), LARDER_SITE_URL: site, LARDER_TRUSTED_PROXIES: "127.0.0.1", ...(process.env.LARDER_SITE && { LARDER_SITE: process.env.LARDER_SITE }) };
  start(program, ["serve"], settings);
  const own = join(folder, "Caddyfile");
  await writeFile(own, `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\nimport ${caddyfile}\n`);
  start("caddy", ["run", "--config", own, "--adapter", "caddyfile"], { LARDER_HOST: "larder.localhost", LARDER_UPSTREAM: `127.0.0.1:${upstream}` });
  await until("larder", async () => (await fetch(`http://127.0.0.1:${upstream}/api/health`)).ok);

  const browser = await chromium.launch({ ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }), args: ["--no-sandbox"] });
  const phone = async (name) => {
    const context = await browser.newContext({ ...devices[name], ignoreHTTPSErrors: true, locale: "en-US" });
    const page = await context.newPage();
    const account = page.waitForResponse(/accounts:signUp/);
    await until("caddy", async () => (await page.goto(`${site}/settings`)).ok());
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    assert.equal(await page.evaluate(() => isSecureContext), true);
    return { page, uid: (await (await account).json()).localId };
  };
  const { page: first, uid } = await phone("Pixel 7");
  await first.goto(`${site}/?tab=scan`);
  await first.evaluate(async () => {
    // The camera may be asked for; that there is none in a browser without a screen is another answer.
    if (!navigator.mediaDevices) throw new Error("no camera without https");
  });
  await first.goto(`${site}/shopping-list`);
  const second = await phone("iPhone 14");
  assert.notEqual(uid, second.uid, "each has a larder of their own");
  await browser.close();
  console.log(`two phones by https through Caddy, ${((Date.now() - began) / 1000).toFixed(1)} s from nothing`);
} finally {
  for (const child of children.reverse()) child.kill("SIGTERM");
  await new Promise((done) => setTimeout(done, 500));
  await rm(folder, { recursive: true, force: true });
}
