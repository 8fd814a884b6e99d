import type { Script } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundle } from "./bundle";
import { Household } from "./household";
import { serve } from "./server";

/*
 * Simulates four devices with the real client and server: they link, merge, leave, are removed, recover, have several
 * tabs and wrong clocks, and lose answers and network. `SEEDS=1000 simulate/run.sh` runs more seeds (`FROM=500` starts
 * later), `SEED=77 simulate/run.sh` logs one.
 */

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const ONLY = process.env["SEED"];
const FROM = ONLY === undefined ? number("FROM", 0) : Number(ONLY);
const SEEDS = Array.from({ length: ONLY === undefined ? number("SEEDS", 5) : 1 }, (_, n) => FROM + n);
const STEPS = number("STEPS", 80);

let code: Script;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  [code, server] = await Promise.all([bundle(), serve()]);
});
afterAll(() => server.stop());

/** The actions that some household must complete in each run; otherwise nothing of them was tested. */
const ACTIONS = [
  ...["list.add", "list.toggle", "list.remove", "list.clearCompleted", "item.create", "item.update", "item.delete"],
  ...["refetches", "opens a tab", "links", "joins with everything", "joins with nothing", "makes a recovery code"],
  ...["recovers", "leaves", "leaves with a copy", "removes", "starts a new larder"],
];
const succeeded = new Set<string>();

it.concurrent.each(SEEDS)(
  "loses, repeats and restores no entry, and shows the same on all devices (seed %i)",
  async (seed) => {
    const household = new Household(seed, server.home, code);
    try {
      await household.begin();
      for (let step = 0; step < STEPS; step += 1) await household.step();
      await household.runRareActions();
      await household.settle();
      const violations = household.violations();
      if (ONLY !== undefined || violations.length > 0) console.warn([...household.log, ...violations].join("\n"));
      expect(violations).toEqual([]);
      for (const kind of household.succeeded.keys()) succeeded.add(kind);
    } finally {
      household.end();
    }
  },
);

it.skipIf(ONLY !== undefined)("completes each kind of action", () => {
  expect(ACTIONS.filter((kind) => !succeeded.has(kind))).toEqual([]);
});
