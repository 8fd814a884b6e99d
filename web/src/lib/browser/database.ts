/**
 * The browser's database: one connection, two stores.
 * - `values`: named values, such as the persisted query cache
 * - `outbox`: changes that wait to be sent, in the order they were made (auto-incremented across tabs), photographed
 * receipts among them
 */
const NAME = "larder";
const VERSION = 2;
export type StoreName = "values" | "outbox";

/**
 * Milliseconds after which a request counts as failed: WebKit sometimes never answers. The caller continues without the
 * database, and the next use tries again. A write that failed so may still reach the disk later.
 */
const TIMEOUT_MS = 5_000;

let connection: Promise<IDBDatabase> | undefined;
const running = new Set<IDBTransaction | undefined>();
let isLeft = false;

/**
 * WebKit never ends a transaction that its page left unfinished, and every later one of the same store waits for it, in
 * every tab, until the browser is closed (decision 032). So a page that is left gives up what it has not committed, and
 * begins nothing until it is shown again.
 */
globalThis.addEventListener?.("pagehide", () => {
  isLeft = true;
  running.forEach(abort);
  disconnect();
});
globalThis.addEventListener?.("pageshow", () => (isLeft = false));

function abort(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // It is committed already, and does not need this page any more.
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
      if (oldVersion < 1) {
        database.createObjectStore("values");
        database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      } else if (oldVersion < 2 && request.transaction) movePhotos(database, request.transaction);
    };
    request.onsuccess = () => {
      const database = request.result;
      // A newer version in another tab may upgrade; the next use opens it again.
      database.onversionchange = database.onclose = disconnect;
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("The database is held by another tab."));
  });
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

/**
 * Version 1 kept photographed receipts in a store of their own, `{ id, at, photo }`; since version 2 they wait among
 * the other changes.
 */
function movePhotos(database: IDBDatabase, transaction: IDBTransaction): void {
  const photos = transaction.objectStore("photos").openCursor();
  photos.onsuccess = () => {
    const cursor = photos.result;
    if (!cursor) {
      database.deleteObjectStore("photos");
      return;
    }
    const { id, at, photo } = cursor.value as { id: string; at: string; photo: File };
    transaction.objectStore("outbox").add({ v: 2, key: id, uid: null, at, change: { kind: "receipt.read", photo } });
    cursor.continue();
  };
}

/**
 * Runs one request in a transaction of its own and resolves when the transaction is on disk, not merely when the
 * request succeeded.
 */
export function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  let transaction: IDBTransaction | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLate = false;
  const begin = async () => {
    const database = await open();
    if (isLate || isLeft) throw new Error("The page is left.");
    try {
      return database.transaction(name, mode);
    } catch (error) {
      disconnect();
      throw error;
    }
  };
  const run = async () => {
    const begun = await begin().catch((error: unknown) => {
      // iOS closes the connections of pages in the background without an event.
      if ((error as Error).name !== "InvalidStateError") throw error;
      return begin();
    });
    transaction = begun;
    running.add(begun);
    return new Promise<T>((resolve, reject) => {
      const request = use(begun.objectStore(name));
      begun.oncomplete = () => resolve(request.result);
      begun.onabort = () => reject(begun.error ?? new Error("The transaction was given up."));
    });
  };
  return new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      abort(transaction);
      disconnect();
      reject(new Error("The database does not answer."));
    }, TIMEOUT_MS);
    run().then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    running.delete(transaction);
  });
}

export const values = {
  get: (key: string): Promise<unknown> =>
    inStore("values", "readonly", (store) => store.get(key) as IDBRequest<unknown>),
  set: (key: string, value: unknown): Promise<IDBValidKey> =>
    inStore("values", "readwrite", (store) => store.put(value, key)),
  /** Replaces a value by what `next` makes of it, with no other write in between. */
  update: (key: string, next: (value: unknown) => unknown): Promise<unknown> =>
    inStore("values", "readwrite", (store) => {
      const reading = store.get(key) as IDBRequest<unknown>;
      reading.onsuccess = () => store.put(next(reading.result), key);
      return reading;
    }),
  remove: (key: string): Promise<undefined> => inStore("values", "readwrite", (store) => store.delete(key)),
};
