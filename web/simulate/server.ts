import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_TIMEOUT_MS = 30_000;

/** Returns a port that no program uses. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts the server with an empty folder. It trusts the devices' addresses, so that each has its own rate limit. */
export async function serve(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ home: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "larder-simulation-"));
  const running = spawn(process.env["LARDER_BIN"] ?? "../target/debug/larder", ["serve"], {
    env: {
      ...process.env,
      PORT: String(port),
      LARDER_DATA: data,
      LARDER_LOG: "error",
      LARDER_SITE: process.env["LARDER_SITE"] ?? join(import.meta.dirname, "../dist"),
      LARDER_TRUSTED_PROXIES: "127.0.0.1",
      ...settings,
    },
    stdio: "inherit",
  });
  const isHealthy = () =>
    fetch(`${home}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isHealthy())) {
    if (Date.now() > deadline || running.exitCode !== null) throw new Error("The server does not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    home,
    async stop() {
      // A process that ended on its own has already sent its exit event.
      if (running.exitCode === null && running.signalCode === null) {
        const gone = new Promise((resolve) => running.once("exit", resolve));
        running.kill("SIGTERM");
        await gone;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}
