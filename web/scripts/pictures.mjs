// Takes all pictures of the documents and the manifest, with a new server: `LARDER_BIN=target/debug/larder node
// scripts/pictures.mjs`. `pictures.sh` also takes those of two real phone systems.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SITE } from "./browser.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const program = process.env.LARDER_BIN;
if (!program) throw new Error("LARDER_BIN must be the path of a larder program");
const port = Number(process.env.PORT ?? 18090);
const address = `http://127.0.0.1:${port}`;
const folder = await mkdtemp(join(tmpdir(), "larder-pictures-"));
const errands = join(folder, "errands");

const run = (command, args, env = {}) =>
  new Promise((done, failed) => {
    const FONTCONFIG_FILE = join(web, "scripts/fonts.conf");
    const child = spawn(command, args, {
      cwd: web,
      stdio: "inherit",
      env: { ...process.env, FONTCONFIG_FILE, ...env },
    });
    child.on("error", failed);
    child.on("exit", (code) =>
      code === 0 ? done() : failed(new Error(`${command} ${args.join(" ")} ended with ${code}`)),
    );
  });

const server = spawn(program, ["serve"], {
  stdio: "ignore",
  env: {
    ...process.env,
    PORT: String(port),
    LARDER_DATA: join(folder, "data"),
    LARDER_SITE: join(web, "dist"),
    LARDER_SIGN_UPS_PER_ADDRESS: "500",
    LARDER_SITE_URL: SITE,
  },
});
try {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${address}/api/health`).catch(() => undefined);
    if (answer?.ok) break;
    if (tries === 100) throw new Error(`${program} does not answer at ${address}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  await run("node", ["scripts/screenshots.mjs", address]);
  await run("node", ["scripts/household-pictures.mjs", address]);
  await run("node", ["scripts/date-pictures.mjs", address]);
  await run("npx", ["playwright", "test", "errands"], { E2E_ERRANDS: errands });
  await run("node", ["scripts/errands-sheet.mjs", errands]);
} finally {
  server.kill("SIGTERM");
  await new Promise((done) => server.on("exit", done));
  await rm(folder, { recursive: true, force: true });
}
