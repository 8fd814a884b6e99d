import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Script } from "node:vm";
import type { Change } from "../src/api/outbox/changes";
import type { GroceryItem, ShoppingListItem } from "../src/api/types";
import { Device } from "./device";

/** Park and Miller: the same seed, the same choices. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed % 2_147_483_646) + 1;
    // Neighbouring seeds begin alike.
    for (let n = 0; n < 10; n += 1) this.next();
  }
  readonly next = (): number => (this.#state = (this.#state * 48_271) % 2_147_483_647) / 2_147_483_647;
  readonly one = <T>(of: readonly T[]): T | undefined => of[Math.floor(this.next() * of.length)];
}

/**
 * The expected state of an entry in a larder. `there`: created, and not removed. `gone`: removed, and the server has
 * confirmed it. `open`: either is right, because an answer was lost or the removal has not arrived.
 */
type Fate = "there" | "gone" | "open";

/** Four devices and their actions, by seed. */
export class Household {
  readonly devices: Device[];
  readonly #random: Random;
  readonly #fates = new Map<string, Map<string, Fate>>();
  /** Rows acknowledged as ticked that no device ever unticked, by larder. */
  readonly #ticked = new Map<string, Set<string>>();
  readonly #unticked = new Set<string>();
  /** Devices that were removed, or nearly, whether or not they know: their data stays. */
  readonly #putOut = new Set<Device>();
  readonly #everOut = new Set<Device>();
  /** Rows that the server has acknowledged. */
  readonly #arrived = new Set<string>();
  readonly story: string[] = [];
  #things = 0;
  changes = 0;

  constructor(seed: number, home: string, code: Script) {
    this.#random = new Random(seed);
    this.devices = ["Anna", "Ben", "Cleo", "Dan"].map((name, n) => {
      const skew = Math.round((this.#random.next() - 0.5) * 6 * 3_600_000);
      return new Device(name, code, home, `10.${(seed >> 8) & 255}.${seed & 255}.${n + 1}`, this.#random.next, skew);
    });
  }

  async begin(): Promise<void> {
    for (const device of this.devices) {
      await device.open();
      if ((await device.client.auth.token()) === null) throw new Error("Nobody is signed in.");
      await device.client.look();
    }
  }

  /** Does one random action of a household with bad networks. */
  async step(): Promise<void> {
    const device = this.#random.one(this.devices) as Device;
    const chance = this.#random.next();
    if (chance < 0.6) this.#change(device);
    else if (chance < 0.7) this.#weather(device);
    else if (chance < 0.76) await this.#look(device);
    else if (chance < 0.82) await this.#tabs(device);
    else if (chance < 0.91) await this.#link(device);
    else if (chance < 0.94) await this.#leave(device);
    else if (chance < 0.96) await this.#end(device);
    else if (chance < 0.98) await this.#recover(device);
    else await this.#anew(device);
    if (this.#random.next() < 0.3) await sleep(5);
  }

  /** The server's answer does not cover what waits. */
  async #look(device: Device): Promise<void> {
    if (!(await this.#try(device, "looks", () => device.client.look()))) return;
    const { uid } = device.client.auth.state();
    for (const { change } of device.client.outbox.pending()) {
      if (
        (change.kind === "list.add" || change.kind === "item.create") &&
        uid !== null &&
        this.#of(uid).get(change.item.name) === "there"
      )
        this.#shows(device, change.item.name);
    }
  }

  #shows(device: Device, name: string): void {
    const { items, list } = device.client.seen();
    if (![...items, ...list].some((thing) => thing.name === name))
      this.#tell(`BROKEN: ${device.name} does not show ${name}, which waits`);
  }

  async #try(device: Device, what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.#tell(`${device.name} ${what}`);
      return true;
    } catch (error) {
      this.#tell(`${device.name} ${what}, in vain: ${String(error)}`);
      return false;
    }
  }

  #tell(line: string): void {
    this.story.push(line);
  }

  #of(uid: string): Map<string, Fate> {
    const known = this.#fates.get(uid) ?? new Map<string, Fate>();
    this.#fates.set(uid, known);
    return known;
  }

  #tickedIn(uid: string): Set<string> {
    const known = this.#ticked.get(uid) ?? new Set<string>();
    this.#ticked.set(uid, known);
    return known;
  }

  #change(device: Device): void {
    const { client } = device;
    const { uid } = client.auth.state();
    if (uid === null) return;
    const { items, list } = client.seen();
    const fates = this.#of(uid);
    const name = `Thing ${(this.#things += 1)}`;
    const item = this.#random.one(items);
    const row = this.#random.one(list);
    const submit = (change: Change) => {
      this.changes += 1;
      this.#tell(
        `${device.name}: ${change.kind} ${"item" in change ? change.item?.name : ""}${"id" in change ? (list.find(({ id }) => id === change.id)?.name ?? "") : ""} in ${uid.slice(-4)}`,
      );
      return client.outbox.submit(change);
    };
    const make = (change: Change) => {
      void submit(change).then(
        () => this.#arrived.add(name),
        () => undefined,
      );
      this.#shows(device, name);
    };
    const takeAway = (name: string, change: Change) => {
      fates.set(name, "open");
      // Another's copy of it may have come meanwhile, by what one brought along.
      submit(change).then(
        () => fates.get(name) === "open" && fates.set(name, "gone"),
        () => undefined,
      );
    };
    const kind = this.#random.next();
    const now = new Date().toISOString();
    if (kind < 0.25 || (!item && !row)) {
      fates.set(name, "there");
      make({
        kind: "list.add",
        item: {
          id: randomUUID(),
          userId: uid,
          name,
          category: "Dairy & Eggs",
          quantity: 1,
          unit: "item",
          notes: "",
          isCompleted: false,
          addedAt: now,
          completedAt: null,
        } satisfies ShoppingListItem,
      });
    } else if (kind < 0.45) {
      fates.set(name, "there");
      make({
        kind: "item.create",
        item: {
          id: randomUUID(),
          userId: uid,
          scanSessionId: null,
          name,
          category: "Dairy",
          quantity: 1,
          unit: "item",
          shelfLifeDays: 30,
          createdAt: now,
          expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
          status: "fresh",
          itemStatus: "active",
        } satisfies GroceryItem,
      });
    } else if (row && kind < 0.65) {
      submit({ kind: "list.toggle", id: row.id, isCompleted: true }).then(
        () => !this.#unticked.has(row.name) && this.#tickedIn(uid).add(row.name),
        () => undefined,
      );
    } else if (row && kind < 0.72) {
      if (!row.isCompleted) return;
      this.#unticked.add(row.name);
      for (const ticked of this.#ticked.values()) ticked.delete(row.name);
      void submit({ kind: "list.toggle", id: row.id, isCompleted: false, version: row.version });
    } else if (row && kind < 0.8) takeAway(row.name, { kind: "list.remove", id: row.id });
    else if (row && kind < 0.83) {
      const done = list.filter(({ isCompleted }) => isCompleted);
      for (const { name: gone } of done) fates.set(gone, "open");
      void submit({ kind: "list.clearCompleted", ids: done.map(({ id }) => id) });
    } else if (item && kind < 0.9) void submit({ kind: "item.update", item, fields: { quantityDelta: 1 } });
    else if (item) takeAway(item.name, { kind: "item.delete", item });
  }

  #weather(device: Device): void {
    device.network.lost = this.#random.next() < 0.5 ? 0.3 : 0;
    device.network.busy = this.#random.next() < 0.3 ? 0.5 : 0;
    device.goOnline(this.#random.next() < 0.7);
    this.#tell(
      `${device.name} is ${device.network.online ? "online" : "offline"}, ${device.network.lost} lost, ${device.network.busy} busy`,
    );
  }

  async #tabs(device: Device): Promise<void> {
    if (device.tabs.length < 2) return void (await this.#try(device, "opens a tab", () => device.open()));
    device.shut();
    this.#tell(`${device.name} closes a tab`);
  }

  /**
   * Copies the state of one larder's entries to another: changes that waited on a device were not there to be copied,
   * unless only their answer is late.
   */
  #copied(from: string, into: string, whole: boolean, arrived: ReadonlySet<string>): void {
    const fates = this.#of(into);
    for (const [name, fate] of this.#of(from)) {
      const before = fates.get(name);
      if (before === "there") continue;
      // A removed row is copied as a new one, without the old ticks.
      this.#tickedIn(into).delete(name);
      fates.set(name, whole && before === undefined && fate === "there" && arrived.has(name) ? "there" : "open");
    }
  }

  #waiting(device: Device): string[] {
    return device.tabs.flatMap(({ client }) =>
      [...client.outbox.pending(), ...client.outbox.failed()].flatMap(({ change }) =>
        "item" in change && change.item ? [change.item.name] : [],
      ),
    );
  }

  async #enter(
    device: Device,
    what: string,
    along: boolean,
    into: string | null,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const before = device.client.auth.state().uid;
    const was = device.client.auth.state().status;
    const arrived = new Set(this.#arrived);
    let done = false;
    for (let tries = 0; tries < 3 && !done; tries += 1) done = await this.#try(device, what, work);
    // The other tabs are notified before any further action.
    await sleep(5);
    const after = device.client.auth.state().uid;
    const wasOut = this.#putOut.has(device);
    if (done) this.#putOut.delete(device);
    if (before === null || after === null || !along || was !== "signed-in") return;
    if (before !== after) this.#copied(before, after, done && !wasOut, arrived);
    // It may have been brought along, though the device never heard so and stayed where it was.
    else if (into !== null && into !== before) this.#copied(before, into, false, arrived);
  }

  async #link(device: Device): Promise<void> {
    const host = this.#random.one(this.devices.filter((other) => other !== device));
    if (!host) return;
    const stranger = this.devices.find(
      (other) => other !== host && other !== device && other.client.auth.state().uid !== host.client.auth.state().uid,
    );
    let ticket = "";
    const asked = await this.#try(host, `lets ${device.name} in`, async () => {
      const { secret, id } = await host.client.openLink();
      const { ticket: got, digits } = await device.client.ask({ secret });
      if (
        stranger &&
        (await stranger.client.confirmLink(id, digits).then(
          () => true,
          () => false,
        ))
      )
        throw new Error("BROKEN: a stranger confirmed the link");
      if (this.#random.next() < 0.2) await host.client.confirmLink(id, digits === "11" ? "12" : "11");
      await host.client.confirmLink(id, digits);
      ticket = got;
    });
    if (!asked) return;
    const along = this.#random.next() < 0.6;
    await this.#enter(
      device,
      along ? "joins with everything" : "joins with nothing",
      along,
      host.client.auth.state().uid,
      async () => {
        if (!(await device.client.join(ticket, along ? "everything" : "nothing"))) throw new Error("not yet");
      },
    );
  }

  async #recover(device: Device): Promise<void> {
    const host = this.#random.one(this.devices.filter((other) => other !== device));
    let code = "";
    if (
      !host ||
      !(await this.#try(
        host,
        "makes a recovery code",
        async () => (code = (await host.client.makeRecoveryCode()).code),
      ))
    )
      return;
    await this.#enter(device, "recovers", true, host.client.auth.state().uid, async () =>
      device.client.enterBy((await device.client.recover(code)).customToken, "everything"),
    );
  }

  async #leave(device: Device): Promise<void> {
    if (device.client.self() === undefined) return;
    const copy = this.#random.next() < 0.5;
    await this.#enter(device, copy ? "leaves with a copy" : "leaves", copy, null, () => device.client.leave({ copy }));
  }

  async #end(device: Device): Promise<void> {
    const other = this.devices.find(
      (one) =>
        one !== device &&
        one.client.self() !== undefined &&
        one.client.auth.state().uid === device.client.auth.state().uid,
    );
    const id = other?.client.self();
    if (!other || id === undefined) return;
    this.#putOut.add(other);
    this.#everOut.add(other);
    await this.#try(device, `ends ${other.name}`, () => device.client.endDevice(id));
  }

  async #anew(device: Device): Promise<void> {
    if (
      device.client.auth.state().status === "ended" &&
      (await this.#try(device, "begins anew", () => device.client.startOver()))
    )
      this.#putOut.delete(device);
  }

  /** The sun comes out: everything that can be sent is. */
  async settle(): Promise<void> {
    for (const device of this.devices) {
      Object.assign(device.network, { lost: 0, busy: 0 });
      device.goOnline(true);
    }
    for (const device of this.devices) {
      const until = Date.now() + 20_000;
      const { auth, outbox } = device.client;
      // A device that was ended finds out when it asks for its next token.
      await auth.token(true);
      while (auth.state().status === "signed-in" && outbox.pending().length > 0) {
        if (Date.now() > until) throw new Error(`${device.name} cannot send ${JSON.stringify(outbox.pending())}`);
        outbox.flush();
        await sleep(20);
      }
    }
    for (const device of this.devices)
      if (device.client.auth.state().status === "signed-in") await device.client.look();
  }

  /** Everything that is wrong. */
  async wrongs(): Promise<string[]> {
    const wrongs: string[] = this.story.filter((line) => line.includes("BROKEN"));
    const waiting = new Set(this.devices.flatMap((device) => this.#waiting(device)));
    // Changes that waited for a deleted larder go into its replacement.
    const heirlooms = new Set(
      this.devices.flatMap(({ replaced }) => replaced.flatMap((uid) => [...this.#of(uid).keys()])),
    );
    const screens = new Map<string, string>();
    for (const device of this.devices) {
      const { uid, status } = device.client.auth.state();
      // A larder with a member device is never deleted. A removed device may find it deleted by the remaining ones.
      if (device.replaced.length > 0 && !this.#everOut.has(device))
        wrongs.push(`the larder of ${device.name} was ended under it`);
      if (status !== "signed-in") continue;
      const { items, list } = device.client.seen();
      const screen = JSON.stringify([
        items.map(({ id, name, quantity }) => [id, name, quantity]).sort(),
        list.map(({ id, name, isCompleted }) => [id, name, isCompleted]),
      ]);
      if ((screens.get(uid) ?? screen) !== screen)
        wrongs.push(`${device.name} shows something else: ${screen}, ${screens.get(uid)}`);
      screens.set(uid, screen);
      const names = [...items, ...list].map(({ name }) => name);
      for (const name of new Set(names))
        if (names.filter((other) => other === name).length > 1)
          wrongs.push(`${name} is there twice, on ${device.name}`);
      for (const name of names)
        if (!this.#of(uid).has(name) && !heirlooms.has(name))
          wrongs.push(`${name} is in a larder that nobody put it into, on ${device.name}`);
      for (const [name, fate] of this.#of(uid)) {
        if (fate === "there" && !names.includes(name) && !waiting.has(name))
          wrongs.push(`${name} is lost, on ${device.name}`);
        if (fate === "gone" && names.includes(name)) wrongs.push(`${name} came back, on ${device.name}`);
      }
      for (const { name, isCompleted } of list)
        if (!isCompleted && this.#tickedIn(uid).has(name))
          wrongs.push(`the tick of ${name} came off, on ${device.name}`);
    }
    return wrongs;
  }

  end(): void {
    for (const device of this.devices) while (device.tabs.length > 0) device.shut();
  }
}
