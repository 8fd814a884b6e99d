import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Script } from "node:vm";
import type { Change } from "../src/api/outbox/changes";
import type { GroceryItem, ShoppingListItem } from "../src/api/types";
import { Device } from "./device";

/** A seeded random generator (Park and Miller). */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed % 2_147_483_646) + 1;
    // Similar seeds have similar first numbers.
    for (let n = 0; n < 10; n += 1) this.next();
  }
  readonly next = (): number => (this.#state = (this.#state * 48_271) % 2_147_483_647) / 2_147_483_647;
  readonly one = <T>(of: readonly T[]): T | undefined => of[Math.floor(this.next() * of.length)];
}

/**
 * The expected state of an entry in a larder. `present`: created, and not removed. `removed`: the server has confirmed
 * the removal. `unknown`: either is correct, because a response was lost or the removal has not been sent.
 */
type Expected = "present" | "removed" | "unknown";

function newRow(userId: string, name: string): ShoppingListItem {
  return {
    id: randomUUID(),
    userId,
    name,
    category: "Dairy & Eggs",
    quantity: 1,
    unit: "item",
    notes: "",
    isCompleted: false,
    addedAt: new Date().toISOString(),
    completedAt: null,
  };
}

function newItem(userId: string, name: string): GroceryItem {
  return {
    id: randomUUID(),
    userId,
    scanSessionId: null,
    name,
    category: "Dairy",
    quantity: 1,
    unit: "item",
    shelfLifeDays: 30,
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    status: "fresh",
    itemStatus: "active",
  };
}

/** Four devices and their actions, by seed. */
export class Household {
  readonly devices: Device[];
  readonly #random: Random;
  readonly #expected = new Map<string, Map<string, Expected>>();
  /** Rows acknowledged as ticked that no device ever unticked, by larder. */
  readonly #ticked = new Map<string, Set<string>>();
  readonly #unticked = new Set<string>();
  /** Devices for which a removal was requested, and which have not joined again. */
  readonly #removed = new Set<Device>();
  /** All devices for which a removal was ever requested. */
  readonly #everRemoved = new Set<Device>();
  /** Rows that the server has acknowledged. */
  readonly #arrived = new Set<string>();
  readonly log: string[] = [];
  #entries = 0;
  /** How often each kind of action succeeded. */
  readonly succeeded = new Map<string, number>();

  constructor(seed: number, home: string, code: Script) {
    this.#random = new Random(seed);
    this.devices = ["Anna", "Ben", "Cleo", "Dan"].map((name, n) => {
      const skew = Math.round((this.#random.next() - 0.5) * 6 * 3_600_000);
      return new Device(name, code, home, `10.${(seed >> 8) & 255}.${seed & 255}.${n + 1}`, this.#random.next, skew);
    });
  }

  /** Opens all devices, each with a larder of its own. */
  async begin(): Promise<void> {
    for (const device of this.devices) {
      await device.open();
      if ((await device.client.auth.token()) === null) throw new Error(`${device.name} is not signed in.`);
      await device.client.refetch();
    }
  }

  /** Runs one random action. */
  async step(): Promise<void> {
    const device = this.#random.one(this.devices) as Device;
    const chance = this.#random.next();
    if (chance < 0.6) this.#change(device);
    else if (chance < 0.7) this.#changeNetwork(device);
    else if (chance < 0.76) await this.#refetch(device);
    else if (chance < 0.82) await this.#openOrCloseTab(device);
    else if (chance < 0.91) await this.#link(device);
    else if (chance < 0.94) await this.#leave(device);
    else if (chance < 0.96) await this.#remove(device);
    else if (chance < 0.98) await this.#recover(device);
    else await this.#startNewLarder(device);
    if (this.#random.next() < 0.3) await sleep(5);
  }

  /** Refetches the lists, which must still show entries that wait. */
  async #refetch(device: Device): Promise<void> {
    if (!(await this.#try(device, "refetches", () => device.client.refetch()))) return;
    const { uid } = device.client.auth.state();
    for (const { change } of device.client.outbox.pending()) {
      if (
        (change.kind === "list.add" || change.kind === "item.create") &&
        uid !== null &&
        this.#expectedIn(uid).get(change.item.name) === "present"
      )
        this.#checkShown(device, change.item.name);
    }
  }

  #checkShown(device: Device, name: string): void {
    const { items, list } = device.client.shown();
    if (![...items, ...list].some((entry) => entry.name === name))
      this.#log(`BROKEN: ${device.name} does not show ${name}, which waits`);
  }

  /** Runs an action, logs and counts it. Returns false if it failed. */
  async #try(device: Device, what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.#count(what);
      this.#log(`${device.name} ${what}`);
      return true;
    } catch (error) {
      this.#log(`${device.name} ${what}, failed: ${String(error)}`);
      return false;
    }
  }

  #log(line: string): void {
    this.log.push(line);
  }

  /** Counts a success, without the name of the other device. */
  #count(what: string): void {
    const kind = what.replace(/ (Anna|Ben|Cleo|Dan)$/, "");
    this.succeeded.set(kind, (this.succeeded.get(kind) ?? 0) + 1);
  }

  #expectedIn(uid: string): Map<string, Expected> {
    const entries = this.#expected.get(uid) ?? new Map<string, Expected>();
    this.#expected.set(uid, entries);
    return entries;
  }

  #tickedIn(uid: string): Set<string> {
    const names = this.#ticked.get(uid) ?? new Set<string>();
    this.#ticked.set(uid, names);
    return names;
  }

  /** Makes one random change of the lists. */
  #change(device: Device): void {
    const { client } = device;
    const { uid } = client.auth.state();
    if (uid === null) return;
    const { items, list } = client.shown();
    const item = this.#random.one(items);
    const row = this.#random.one(list);
    const kind = this.#random.next();
    if (kind < 0.25 || (!item && !row)) this.#create(device, uid, "list.add");
    else if (kind < 0.45) this.#create(device, uid, "item.create");
    else if (row && kind < 0.65) this.#tick(device, uid, row);
    else if (row && kind < 0.72) this.#untick(device, uid, row);
    else if (row && kind < 0.8) this.#delete(device, uid, row.name, { kind: "list.remove", id: row.id });
    else if (row && kind < 0.83) this.#clearCompleted(device, uid, list);
    else if (item && kind < 0.9)
      void this.#submit(device, uid, { kind: "item.update", item, fields: { quantityDelta: 1 } });
    else if (item) this.#delete(device, uid, item.name, { kind: "item.delete", item });
  }

  async #submit(device: Device, uid: string, change: Change): Promise<boolean> {
    const name =
      "item" in change
        ? change.item?.name
        : "id" in change && device.client.shown().list.find(({ id }) => id === change.id)?.name;
    this.#log(`${device.name}: ${change.kind} ${name || ""} in ${uid.slice(-4)}`);
    try {
      await device.client.outbox.submit(change);
    } catch {
      return false;
    }
    this.#count(change.kind);
    return true;
  }

  #create(device: Device, uid: string, kind: "list.add" | "item.create"): void {
    const name = `Entry ${(this.#entries += 1)}`;
    this.#expectedIn(uid).set(name, "present");
    const change: Change = kind === "list.add" ? { kind, item: newRow(uid, name) } : { kind, item: newItem(uid, name) };
    void this.#submit(device, uid, change).then((isDone) => isDone && this.#arrived.add(name));
    this.#checkShown(device, name);
  }

  #tick(device: Device, uid: string, { id, name }: ShoppingListItem): void {
    void this.#submit(device, uid, { kind: "list.toggle", id, isCompleted: true }).then(
      (isDone) => isDone && !this.#unticked.has(name) && this.#tickedIn(uid).add(name),
    );
  }

  #untick(device: Device, uid: string, { id, name, isCompleted, version }: ShoppingListItem): void {
    if (!isCompleted) return;
    this.#unticked.add(name);
    for (const ticked of this.#ticked.values()) ticked.delete(name);
    void this.#submit(device, uid, { kind: "list.toggle", id, isCompleted: false, version });
  }

  #delete(device: Device, uid: string, name: string, change: Change): void {
    const expected = this.#expectedIn(uid);
    expected.set(name, "unknown");
    // A device that joins may copy the entry into the larder before the response.
    void this.#submit(device, uid, change).then(
      (isDone) => isDone && expected.get(name) === "unknown" && expected.set(name, "removed"),
    );
  }

  #clearCompleted(device: Device, uid: string, list: readonly ShoppingListItem[]): void {
    const completed = list.filter(({ isCompleted }) => isCompleted);
    for (const { name } of completed) this.#expectedIn(uid).set(name, "unknown");
    void this.#submit(device, uid, { kind: "list.clearCompleted", ids: completed.map(({ id }) => id) });
  }

  #changeNetwork(device: Device): void {
    device.network.lost = this.#random.next() < 0.5 ? 0.3 : 0;
    device.network.busy = this.#random.next() < 0.3 ? 0.5 : 0;
    device.goOnline(this.#random.next() < 0.7);
    this.#log(
      `${device.name} is ${device.network.online ? "online" : "offline"}, ${device.network.lost} lost, ${device.network.busy} busy`,
    );
  }

  async #openOrCloseTab(device: Device): Promise<void> {
    if (device.tabs.length < 2) return void (await this.#try(device, "opens a tab", () => device.open()));
    // A page asks its user to stay while changes are not on disk, as here if the busy machine delays a write.
    await device.client.outbox.stored();
    device.shut();
    this.#log(`${device.name} closes a tab`);
  }

  /** Copies the expected entries of one larder to another. Only entries that had reached the server are surely copied. */
  #copyExpected(from: string, into: string, isComplete: boolean, arrived: ReadonlySet<string>): void {
    const expected = this.#expectedIn(into);
    for (const [name, state] of this.#expectedIn(from)) {
      const before = expected.get(name);
      if (before === "present") continue;
      // A removed row is copied as a new one, without the old ticks.
      this.#tickedIn(into).delete(name);
      const isCopied = isComplete && before === undefined && state === "present" && arrived.has(name);
      expected.set(name, isCopied ? "present" : "unknown");
    }
  }

  /** Returns the names of the entries whose changes a device has not sent. */
  #waiting(device: Device): string[] {
    return device.tabs.flatMap(({ client }) =>
      [...client.outbox.pending(), ...client.outbox.failed()].flatMap(({ change }) =>
        "item" in change && change.item ? [change.item.name] : [],
      ),
    );
  }

  /** Runs an action that leads into another larder, up to three times. With `isCopying`, its entries go along. */
  async #enter(
    device: Device,
    what: string,
    isCopying: boolean,
    into: string | null,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const before = device.client.auth.state().uid;
    const statusBefore = device.client.auth.state().status;
    const arrived = new Set(this.#arrived);
    let done = false;
    for (let tries = 0; tries < 3 && !done; tries += 1) done = await this.#try(device, what, work);
    // The other tabs are notified before any further action.
    await sleep(5);
    const after = device.client.auth.state().uid;
    const wasRemoved = this.#removed.has(device);
    if (done) this.#removed.delete(device);
    if (before === null || after === null || !isCopying || statusBefore !== "signed-in") return;
    if (before !== after) this.#copyExpected(before, after, done && !wasRemoved, arrived);
    // The server may have copied the data although the device did not get the response.
    else if (into !== null && into !== before) this.#copyExpected(before, into, false, arrived);
  }

  async #link(device: Device): Promise<void> {
    const host = this.#random.one(this.devices.filter((other) => other !== device));
    if (!host) return;
    const stranger = this.devices.find(
      (other) => other !== host && other !== device && other.client.auth.state().uid !== host.client.auth.state().uid,
    );
    let ticket = "";
    const isConfirmed = await this.#try(host, `links ${device.name}`, async () => {
      const { secret, id } = await host.client.openLink("member");
      const joining = await device.client.redeem(secret);
      const [newTicket, digits] = [joining.ticket ?? "", joining.digits ?? ""];
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
      ticket = newTicket;
    });
    if (!isConfirmed) return;
    const isCopying = this.#random.next() < 0.6;
    await this.#enter(
      device,
      isCopying ? "joins with everything" : "joins with nothing",
      isCopying,
      host.client.auth.state().uid,
      async () => {
        if (!(await device.client.join(ticket, isCopying))) throw new Error("not yet");
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
        async () => (code = (await host.client.createRecoveryCode()).code),
      ))
    )
      return;
    await this.#enter(device, "recovers", true, host.client.auth.state().uid, async () =>
      device.client.enterBy((await device.client.redeem(code)).customToken ?? "", true),
    );
  }

  async #leave(device: Device): Promise<void> {
    if (device.client.self() === undefined) return;
    const copy = this.#random.next() < 0.5;
    // A device that leaves without a copy forgets its unsent changes, also those of its earlier larders.
    const forgotten = copy ? [] : this.#waiting(device);
    await this.#enter(device, copy ? "leaves with a copy" : "leaves", copy, null, () =>
      device.client.leaveLarder({ copy }),
    );
    for (const name of forgotten.filter((name) => !this.#arrived.has(name)))
      for (const expected of this.#expected.values()) if (expected.has(name)) expected.set(name, "unknown");
  }

  async #remove(device: Device): Promise<void> {
    const other = this.devices.find(
      (candidate) =>
        candidate !== device &&
        candidate.client.self() !== undefined &&
        candidate.client.auth.state().uid === device.client.auth.state().uid,
    );
    const id = other?.client.self();
    if (!other || id === undefined) return;
    this.#removed.add(other);
    this.#everRemoved.add(other);
    await this.#try(device, `removes ${other.name}`, () => device.client.removeDevice(id));
  }

  async #startNewLarder(device: Device): Promise<void> {
    if (
      device.client.auth.state().status === "removed" &&
      (await this.#try(device, "starts a new larder", () => device.client.startNewLarder()))
    )
      this.#removed.delete(device);
  }

  /** Runs the rarer actions once more, with good networks. */
  async runRareActions(): Promise<void> {
    await this.settle();
    for (const device of this.devices) {
      await this.#link(device);
      await this.#leave(device);
      await this.#link(device);
      await this.#remove(device);
    }
    // The removed devices notice it.
    await this.settle();
    for (const device of this.devices) await this.#startNewLarder(device);
  }

  /** Repairs all networks, and waits until everything is sent. */
  async settle(): Promise<void> {
    for (const device of this.devices) {
      Object.assign(device.network, { lost: 0, busy: 0 });
      device.goOnline(true);
    }
    for (const device of this.devices) {
      const deadline = Date.now() + 20_000;
      const { auth, outbox } = device.client;
      // A removed device notices it when it refreshes its token.
      await auth.token(true);
      while (auth.state().status === "signed-in" && outbox.pending().length > 0) {
        if (Date.now() > deadline) throw new Error(`${device.name} cannot send ${JSON.stringify(outbox.pending())}`);
        outbox.flush();
        await sleep(20);
      }
    }
    for (const device of this.devices)
      if (device.client.auth.state().status === "signed-in") await device.client.refetch();
  }

  /** Returns what is not as expected: on a device, between two devices of a larder, or during the actions. */
  violations(): string[] {
    const violations: string[] = this.log.filter((line) => line.includes("BROKEN"));
    const screens = new Map<string, string>();
    for (const device of this.devices) {
      const { uid, status } = device.client.auth.state();
      // A larder with a device is never deleted. A removed device may find it deleted by the remaining ones.
      if (device.replaced.length > 0 && !this.#everRemoved.has(device))
        violations.push(`the larder of ${device.name} was deleted while it had this device`);
      if (status !== "signed-in") continue;
      const { items, list } = device.client.shown();
      const screen = JSON.stringify([
        items.map(({ id, name, quantity }) => [id, name, quantity]).sort(),
        list.map(({ id, name, isCompleted }) => [id, name, isCompleted]),
      ]);
      if ((screens.get(uid) ?? screen) !== screen)
        violations.push(`${device.name} shows other data: ${screen}, ${screens.get(uid)}`);
      screens.set(uid, screen);
      const names = [...items, ...list].map(({ name }) => name);
      const wrong = [...this.#wrongEntries(uid, names), ...this.#lostTicks(uid, list)];
      violations.push(...wrong.map((fault) => `${fault}, on ${device.name}`));
    }
    return violations;
  }

  /** Returns the entries of a larder that are shown twice, foreign, lost or restored. */
  #wrongEntries(uid: string, names: readonly string[]): string[] {
    const expected = this.#expectedIn(uid);
    const waiting = new Set(this.devices.flatMap((device) => this.#waiting(device)));
    // Changes that waited for a deleted larder go into its replacement.
    const ofDeleted = new Set(
      this.devices.flatMap(({ replaced }) => replaced.flatMap((deleted) => [...this.#expectedIn(deleted).keys()])),
    );
    const isIn = (state: Expected) => (name: string) => expected.get(name) === state;
    return [
      ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is shown twice`),
      ...names
        .filter((name) => !expected.has(name) && !ofDeleted.has(name))
        .map((name) => `${name} is in the wrong larder`),
      ...[...expected.keys()]
        .filter(isIn("present"))
        .filter((name) => !names.includes(name) && !waiting.has(name))
        .map((name) => `${name} is lost`),
      ...names.filter(isIn("removed")).map((name) => `${name} is restored`),
    ];
  }

  #lostTicks(uid: string, list: readonly ShoppingListItem[]): string[] {
    return list
      .filter(({ name, isCompleted }) => !isCompleted && this.#tickedIn(uid).has(name))
      .map(({ name }) => `the tick of ${name} is lost`);
  }

  end(): void {
    for (const device of this.devices) while (device.tabs.length > 0) device.shut();
  }
}
