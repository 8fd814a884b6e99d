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
 * Milliseconds after which a database that does not open counts as broken: WebKit sometimes never answers. The caller
 * continues without it, and the next use tries again.
 */
const OPEN_TIMEOUT_MS = 5_000;

let connection: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Error("The browser's database does not answer."));
    }, OPEN_TIMEOUT_MS);
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    request.onupgradeneeded = ({ oldVersion }) => {
      const database = request.result;
      if (oldVersion < 1) {
        database.createObjectStore("values");
        database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      } else if (oldVersion < 2 && request.transaction) movePhotos(database, request.transaction);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      if (late) return database.close();
      // A newer version in another tab may upgrade; the next use opens it again.
      database.onversionchange = () => {
        database.close();
        connection = undefined;
      };
      database.onclose = () => {
        connection = undefined;
      };
      resolve(database);
    };
    request.onerror = () => failed(request.error ?? new Error("The browser's database cannot be opened."));
    request.onblocked = () => failed(new Error("The browser's database is held by another tab."));
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
export async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = use(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("The browser's database refused the change."));
    transaction.onerror = () => reject(transaction.error ?? new Error("The browser's database failed."));
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
