import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { createContext, Script } from "node:vm";
import type { Client } from "./client";

/** The network between a device and the server. */
export interface Network {
  online: boolean;
  /** The share of answers lost after the server has processed the request. */
  lost: number;
  /** The share of requests that the server refuses as too busy. */
  busy: number;
}

/** The factor by which a device's timers are faster, and their maximum after it: no run is that long. */
const SPEED = 40;
const MAX_TIMER_MS = 60_000;

/** The locks that the tabs of a device share. */
class Locks {
  #lastWork = new Map<string, Promise<unknown>>();

  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    const run = (this.#lastWork.get(name) ?? Promise.resolve()).then(work, work);
    this.#lastWork.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  }
}

interface Tab {
  readonly client: Client;
  readonly window: EventTarget;
  readonly close: () => void;
}

/** What Node has like a browser. */
const SHARED_GLOBALS = {
  AbortController,
  AbortSignal,
  Blob,
  Event,
  File,
  Headers,
  IDBKeyRange,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  DOMException,
  atob,
  btoa,
  crypto,
  structuredClone,
  queueMicrotask,
  clearTimeout,
  clearInterval: clearTimeout,
  // Failures are a part of the simulation.
  console: { ...console, warn: () => undefined, error: () => undefined },
};

/** A phone: storage, clock and network shared by its tabs. Each tab is the real client in a separate global scope. */
export class Device {
  readonly network: Network = { online: true, lost: 0, busy: 0 };
  readonly tabs: Tab[] = [];
  readonly #stored = new Map<string, string>();
  readonly #database = new IDBFactory();
  readonly #locks = new Locks();
  readonly #channels = new Set<{ name: string; tab: object; receive: (data: unknown) => void }>();

  constructor(
    readonly name: string,
    private readonly code: Script,
    private readonly home: string,
    private readonly address: string,
    private readonly chance: () => number,
    /** The clock's offset in milliseconds. */
    private readonly skew: number,
  ) {}

  /** The accounts that the provider reported as deleted. */
  readonly replaced: string[] = [];

  get client(): Client {
    const [tab] = this.tabs;
    if (!tab) throw new Error(`${this.name} has no tab.`);
    return tab.client;
  }

  /** Opens a tab and starts the client in it. */
  async open(): Promise<void> {
    const window = new EventTarget();
    const timers = new Set<NodeJS.Timeout>();
    const tab = { window, isClosed: false };
    const globals = createContext({
      ...SHARED_GLOBALS,
      ...this.#globalsOf(tab),
      setTimeout: (run: () => void, wait = 0) => {
        const timer = setTimeout(
          () => {
            timers.delete(timer);
            if (!tab.isClosed) run();
          },
          Math.min(wait / SPEED, MAX_TIMER_MS),
        );
        timers.add(timer);
        return timer;
      },
    });
    Object.assign(globals, { self: globals, globalThis: globals });
    // Each scope has its own `Date`, so that a device's clock can be wrong.
    new Script(
      `{ const Real = Date; Date = class extends Real { constructor(...a) { if (a.length) super(...a); else super(Real.now() + ${this.skew}); } static now() { return Real.now() + ${this.skew}; } }; }`,
    ).runInContext(globals);
    this.code.runInContext(globals);
    const { client } = (globals as { larder: { client: Client } }).larder;
    const close = () => {
      tab.isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const channel of this.#channels) if (channel.tab === tab) this.#channels.delete(channel);
    };
    this.tabs.push(Object.assign(tab, { client, close }));
    client.auth.onAccountChange(({ previousUid, reason }) => {
      if (reason === "replaced") this.replaced.push(previousUid);
    });
    await client.start();
  }

  /** Returns what a tab has of its own in its global scope, or shares with the device's other tabs. */
  #globalsOf(tab: { readonly window: EventTarget; readonly isClosed: boolean }): object {
    const { window } = tab;
    return {
      indexedDB: this.#database,
      document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
      window,
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      location: new URL(this.home),
      history: { state: null, replaceState: () => undefined },
      navigator: Object.defineProperty(
        { locks: this.#locks, userAgent: "Linux; Chrome", language: "en", languages: ["en"] },
        "onLine",
        { get: () => this.network.online },
      ),
      localStorage: {
        getItem: (key: string) => this.#stored.get(key) ?? null,
        setItem: (key: string, value: string) => this.#store(tab, key, value),
        removeItem: (key: string) => this.#store(tab, key, null),
      },
      sessionStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
      BroadcastChannel: this.#channelOf(tab),
      fetch: (path: string, init: RequestInit) => this.#fetch(path, init, () => tab.isClosed),
    };
  }

  /** Closes the oldest tab, also in the middle of work. */
  shut(): void {
    this.tabs.shift()?.close();
  }

  goOnline(online: boolean): void {
    this.network.online = online;
    if (online) for (const { window } of this.tabs) window.dispatchEvent(new Event("online"));
  }

  /** Stores a value, or deletes it, and notifies the other tabs. */
  #store(from: object, key: string, value: string | null): void {
    if (value === null) this.#stored.delete(key);
    else this.#stored.set(key, value);
    setTimeout(() => {
      for (const tab of this.tabs)
        if (tab !== from) tab.window.dispatchEvent(Object.assign(new Event("storage"), { key }));
    });
  }

  /** Returns a tab's class of channels, which reach the other channels of the same name on this device. */
  #channelOf(tab: object) {
    const channels = this.#channels;
    return class {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      readonly #own: { name: string; tab: object; receive: (data: unknown) => void };
      constructor(name: string) {
        this.#own = { name, tab, receive: (data) => this.onmessage?.({ data }) };
        channels.add(this.#own);
      }
      postMessage(data: unknown): void {
        const copy = structuredClone(data);
        setTimeout(() => {
          for (const other of channels) if (other !== this.#own && other.name === this.#own.name) other.receive(copy);
        });
      }
      close(): void {
        channels.delete(this.#own);
      }
    };
  }

  /** Sends a request, unless the network or the server fails; the answer may be lost. */
  async #fetch(path: string, init: RequestInit, isClosed: () => boolean): Promise<Response> {
    if (!this.network.online || isClosed()) throw new TypeError("Failed to fetch");
    if (this.chance() < this.network.busy)
      return Response.json({ error: "unavailable", message: "Busy." }, { status: 503 });
    const headers = new Headers(init.headers);
    headers.set("X-Forwarded-For", this.address);
    const response = await fetch(new URL(path, this.home), { ...init, headers });
    if (this.chance() < this.network.lost || isClosed() || !this.network.online) throw new TypeError("Failed to fetch");
    return response;
  }
}
