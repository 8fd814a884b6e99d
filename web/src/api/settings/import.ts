import { withTimeout } from "../../lib/browser/abort";
import { newId } from "../../lib/state/ids";
import { ApiError, NetworkError, request } from "../client";
import { queryClient } from "../cached/query-client";
import { keys } from "../cached/queries";
import type { ImportFile, ImportPreview, ImportUpload, ImportedFile, LastImport, Message } from "../types";

/** Imports of a file. They do not use the outbox: an import starts now or fails visibly. */

const IMPORT_OPTIONS = { timeoutMs: 60_000 };
/** Texts up to this length are in the request; longer ones are uploaded. */
const MAX_INLINE_LENGTH = 1_000_000;
const UPLOAD_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 1_000;
const MAX_POLL_INTERVAL_MS = 30_000;
/**
 * Polling ends after this number of polls in a row without progress, which takes about 20 minutes: on AWS a schedule
 * takes up stalled jobs every 15 minutes.
 */
const MAX_IDLE_POLLS = 42;

/** The server may still finish an import or its undo. */
export class UnconfirmedError extends Error {
  override readonly name = "UnconfirmedError";
}

/** Returns the fields of a request for a file's text: the text, or the key of its upload. */
export async function uploadText(text: string): Promise<Pick<ImportFile, "text" | "fileKey">> {
  if (text.length <= MAX_INLINE_LENGTH) return { text };
  const body = new Blob([text]);
  const { fileKey, uploadUrl } = await request<ImportUpload>("/api/user/import-upload", {
    method: "POST",
    body: { length: body.size },
    idempotencyKey: newId(),
  });
  const upload = fetch(uploadUrl, { method: "PUT", body, signal: withTimeout(UPLOAD_TIMEOUT_MS) });
  const response = await upload.catch((cause: unknown) => {
    throw new NetworkError("The file could not be uploaded.", { cause });
  });
  if (!response.ok) throw new NetworkError(`The upload failed with status ${response.status}.`);
  return { fileKey };
}

/** Previews an import; the server writes nothing. */
export function previewImport(file: ImportFile, signal?: AbortSignal): Promise<ImportPreview> {
  return request("/api/user/import-preview", { method: "POST", body: file, signal, ...IMPORT_OPTIONS });
}

function refetchImported(): void {
  for (const queryKey of [keys.items, keys.archived, keys.sessions, keys.shoppingList, keys.preferences])
    void queryClient.invalidateQueries({ queryKey });
}

/** The cache's key of the last import. Each poll is written there, so that the dialog need not poll. */
export const lastImportKey = ["last-import"];

async function pollLastImport(): Promise<LastImport | null> {
  const last = await lastImport();
  queryClient.setQueryData(lastImportKey, last);
  return last;
}

/** Waits until the server has written or removed all rows. Resolves with false if the import was undone. */
async function waitUntilFinished(): Promise<boolean> {
  let doneRows: number | undefined;
  for (let idlePolls = 0; idlePolls < MAX_IDLE_POLLS; idlePolls += 1) {
    try {
      const last = await pollLastImport();
      if (last?.finished !== false) {
        refetchImported();
        return last !== null;
      }
      if (last.doneRows !== doneRows) idlePolls = 0;
      doneRows = last.doneRows;
    } catch (error) {
      // The server goes on with the import.
      if (!(error instanceof NetworkError || (error instanceof ApiError && error.isTemporary))) throw error;
    }
    const delay = Math.min(MAX_POLL_INTERVAL_MS, POLL_INTERVAL_MS * 2 ** idlePolls);
    await new Promise((done) => setTimeout(done, delay));
  }
  throw new UnconfirmedError("The server has not finished an import or its undo.");
}

/** The idempotency keys of files whose import may have started, although its answer was lost. */
const keysOfUnanswered = new WeakMap<ImportFile, string>();

/** Imports a file. A second call for the same object, after an error, continues the same import. */
export async function importFile(file: ImportFile): Promise<ImportedFile> {
  const idempotencyKey = keysOfUnanswered.get(file) ?? newId();
  keysOfUnanswered.set(file, idempotencyKey);
  // The server answers when the import is finished, or after up to 20 seconds.
  const polling = setInterval(() => void pollLastImport().catch(() => undefined), POLL_INTERVAL_MS);
  const started = await request<ImportedFile>("/api/user/import", {
    method: "POST",
    body: file,
    idempotencyKey,
    ...IMPORT_OPTIONS,
  }).finally(() => clearInterval(polling));
  keysOfUnanswered.delete(file);
  if (started.itemCount + started.listItemCount > 0 && !(await waitUntilFinished()))
    throw new Error("The import was undone.");
  refetchImported();
  return started;
}

export async function lastImport(): Promise<LastImport | null> {
  return (await request<{ last?: LastImport | null }>("/api/user/import")).last ?? null;
}

/** Undoes the last import. Succeeds also if an earlier request, whose answer was lost, has begun or finished it. */
export async function undoImport(): Promise<void> {
  const options = { method: "DELETE", idempotencyKey: newId(), ...IMPORT_OPTIONS } as const;
  await request<Message>("/api/user/import", options).catch(async (error: unknown) => {
    const last = await lastImport().catch(() => Promise.reject(error as Error));
    if (last && !last.undoing) throw error;
  });
  await waitUntilFinished();
}
