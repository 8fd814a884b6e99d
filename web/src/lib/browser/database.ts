/*
 * The browser's database: one connection, two stores.
 * - `values`: named values, such as the persisted query cache
 * - `outbox`: changes that wait to be sent, including photographed receipts, numbered across tabs
 */

const NAME = "larder";
const VERSION = 2;
type StoreName = "values" | "outbox";

/**
 * After this time a request counts as failed, because WebKit sometimes never answers. A write may still succeed later.
 */
export const DATABASE_TIMEOUT_MS = 5_000;

let connection: Promise<IDBDatabase> | undefined;
const running = new Set<IDBTransaction>();
let isHidden = false;

/**
 * WebKit never ends a transaction that its page left unfinished, and every later one of the same store waits for it, in
 * every tab, until the browser is closed (decision 032). So a page that the user leaves aborts its transactions, and
 * starts none until it is shown again.
 */
globalThis.addEventListener?.("pagehide", () => {
  isHidden = true;
  running.forEach(abort);
  disconnect();
});
globalThis.addEventListener?.("pageshow", () => (isHidden = false));

function abort(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // It is committed already.
  }
}

/** Closes the connection, even one that is still being opened. The next use opens another. */
function disconnect(): void {
  connection?.then((database) => database.close()).catch(() => undefined);
  connection = undefined;
}

function open(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      const database = request.result;
      if (oldVersion > 0) return;
      database.createObjectStore("values");
      database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
    };
    request.onsuccess = () => {
      const database = request.result;
      // Lets a newer version in another tab upgrade; the next use opens it again.
      database.onversionchange = database.onclose = disconnect;
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another tab blocks the database."));
  });
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

/** Runs a request in a separate transaction, and resolves when the transaction is on disk. */
export function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  let transaction: IDBTransaction | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasTimedOut = false;
  const begin = async () => {
    const database = await open();
    if (hasTimedOut || isHidden) throw new Error("The request took too long, or the user has left the page.");
    try {
      return database.transaction(name, mode);
    } catch (error) {
      disconnect();
      throw error;
    }
  };
  const run = async () => {
    const started = await begin().catch((error: unknown) => {
      // iOS closes the connections of pages in the background without an event.
      if ((error as Error).name !== "InvalidStateError") throw error;
      return begin();
    });
    transaction = started;
    running.add(started);
    return new Promise<T>((resolve, reject) => {
      const request = use(started.objectStore(name));
      started.oncomplete = () => resolve(request.result);
      started.onabort = () => reject(started.error ?? new Error("The transaction was aborted."));
    });
  };
  return new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      hasTimedOut = true;
      abort(transaction);
      disconnect();
      reject(new Error("The database does not answer."));
    }, DATABASE_TIMEOUT_MS);
    run().then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    if (transaction) running.delete(transaction);
  });
}

export const values = {
  get: (key: string): Promise<unknown> =>
    inStore("values", "readonly", (store) => store.get(key) as IDBRequest<unknown>),
  set: (key: string, value: unknown): Promise<IDBValidKey> =>
    inStore("values", "readwrite", (store) => store.put(value, key)),
  /** Replaces a value by the result of `next`, in one transaction. */
  update: (key: string, next: (value: unknown) => unknown): Promise<unknown> =>
    inStore("values", "readwrite", (store) => {
      const reading = store.get(key) as IDBRequest<unknown>;
      reading.onsuccess = () => store.put(next(reading.result), key);
      return reading;
    }),
  remove: (key: string): Promise<undefined> => inStore("values", "readwrite", (store) => store.delete(key)),
};
