import { newId } from "../lib/ids";
import { request } from "./client";
import { queryClient } from "./query-client";
import { keys } from "./queries";
import type { ImportFile, ImportPreview, ImportedFile, LastImport, Message } from "./types";

/** Importing a file. None of it is queued: it happens now or is said to have failed. */

const IMPORT_OPTIONS = { timeoutMs: 60_000 };

/** Previews a file; writes nothing. */
export function previewImport(file: ImportFile, signal?: AbortSignal): Promise<ImportPreview> {
  return request("/api/user/import-preview", { method: "POST", body: file, signal, ...IMPORT_OPTIONS });
}

function lookAnew(): void {
  for (const queryKey of [keys.items, keys.archived, keys.sessions, keys.shoppingList, keys.preferences])
    void queryClient.invalidateQueries({ queryKey });
}

export async function importFile(file: ImportFile): Promise<ImportedFile> {
  const done = await request<ImportedFile>("/api/user/import", {
    method: "POST",
    body: file,
    idempotencyKey: newId(),
    ...IMPORT_OPTIONS,
  });
  lookAnew();
  return done;
}

export async function lastImport(): Promise<LastImport | null> {
  return (await request<{ last?: LastImport | null }>("/api/user/import")).last ?? null;
}

export async function undoImport(): Promise<void> {
  await request<Message>("/api/user/import", { method: "DELETE", idempotencyKey: newId(), ...IMPORT_OPTIONS });
  lookAnew();
}
