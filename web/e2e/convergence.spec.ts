import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expireToken, uidOf } from "./support/household";
import { expect, test, waitingChanges } from "./support/larder";

/** The number of changes queued per run: what the product promises. */
const COUNT = Number(process.env["E2E_CHANGES"] ?? 500);
const PORT = String(Number(process.env["LARDER_E2E_PORT"] ?? 20_000) + 30);
const POISONED = "Thing 7";
const HOME = `http://127.0.0.1:${PORT}`;

test.use({ serviceWorkers: "allow", baseURL: HOME });

/** A larder of the test's own, so that it can be killed. */
class Server {
  #process: ChildProcess | undefined;
  readonly #data = mkdtempSync(join(tmpdir(), "larder-convergence-"));

  async start(): Promise<void> {
    this.#process = spawn(process.env["LARDER_BIN"] ?? "../target/debug/larder", ["serve"], {
      env: {
        ...process.env,
        PORT,
        LARDER_DATA: this.#data,
        LARDER_LOG: "error",
        LARDER_SITE: process.env["LARDER_SITE"] ?? join(import.meta.dirname, "../dist"),
      },
      stdio: "ignore",
    });
    await expect
      .poll(
        () =>
          fetch(`${HOME}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await gone;
  }
}

test(`${COUNT} changes of two tabs arrive exactly once despite network loss, kills, a replaced account and an invalid change`, async ({
  page,
  context,
  kitchen,
}) => {
  test.skip(process.env["E2E_BASE_URL"] !== undefined, "needs a server that may be killed");
  test.setTimeout(120_000 + COUNT * 1_200);
  const server = new Server();
  await server.start();
  try {
    await kitchen.open("/?tab=scan");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
    const other = await context.newPage();
    await other.goto("/?tab=scan");
    await expect(other.getByRole("heading", { name: "Add Item Manually" })).toBeVisible();
    await context.setOffline(true);

    const add = (tab: typeof page, from: number) =>
      tab.evaluate(
        async ([first, count]) => {
          const field = document.querySelector<HTMLInputElement>("form input:not([type=number])");
          const form = field?.form;
          if (!field || !form) throw new Error("no form");
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
          for (let n = first; n < count; n += 2) {
            set?.call(field, `Thing ${n}`);
            field.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve));
            form.requestSubmit();
            await new Promise((resolve) => setTimeout(resolve));
          }
        },
        [from, COUNT] as const,
      );
    await Promise.all([add(page, 0), add(other, 1)]);
    await expect(page.getByText(`${COUNT} changes waiting to sync`)).toBeVisible({ timeout: 60_000 });

    await context.route("**/api/items", (route) => {
      const { name } = route.request().method() === "POST" ? (route.request().postDataJSON() as { name: string }) : {};
      return name === POISONED
        ? route.fulfill({ status: 500, json: { error: "internal", message: "Broken." } })
        : route.continue();
    });
    const before = await page.evaluate(
      () => JSON.parse(localStorage.getItem("larder.session") ?? "{}") as { uid: string; idToken: string },
    );
    const arrived = async () => (await kitchen.call<unknown[]>("GET", "/api/items").catch(() => [])).length;
    await context.setOffline(false);
    // The network comes and goes, and the server dies without a word in the middle of it.
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(COUNT / 6);
    await server.kill();
    await context.setOffline(true);
    await server.start();
    for (let flap = 0; flap < 3; flap += 1) {
      const waiting = await waitingChanges(page);
      await context.setOffline(false);
      await expect.poll(() => waitingChanges(page), { intervals: [50] }).toBeLessThan(waiting);
      await context.setOffline(true);
      await expect(page.getByText(/^Offline · /)).toBeVisible();
    }
    // The provider no longer knows the account; waiting changes belong to its replacement.
    await context.route("**/identity/v1/token", (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: "TOKEN_EXPIRED" } } }),
    );
    expect(await waitingChanges(page)).toBeGreaterThan(COUNT / 10);
    await expireToken(page);
    await context.setOffline(false);
    const began = Date.now();
    await expect.poll(() => waitingChanges(page), { timeout: 60_000 + COUNT * 1_000 }).toBe(1);
    expect(await uidOf(page)).not.toBe(before.uid);
    // A change that fails blocks no other, and is sent later.
    await context.unroute("**/api/items");
    await page.reload();
    await expect.poll(() => waitingChanges(page), { timeout: 60_000 }).toBe(0);
    test.info().annotations.push({
      type: "figure",
      description: `all sent ${((Date.now() - began) / 1000).toFixed(1)} s after the network came back for good`,
    });
    const earlier = (await (
      await fetch(`${HOME}/api/items`, { headers: { Authorization: `Bearer ${before.idToken}` } })
    ).json()) as { name: string }[];
    const later = await kitchen.call<{ name: string }[]>("GET", "/api/items");
    expect([earlier.length > COUNT / 10, later.length > COUNT / 10]).toEqual([true, true]);
    const names = [...earlier, ...later].map(({ name }) => name).sort();
    expect(names).toEqual(Array.from({ length: COUNT }, (_, n) => `Thing ${n}`).sort());
  } finally {
    await server.kill();
  }
});
