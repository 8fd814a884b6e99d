import { flag, listOf, maybe, number, object, oneOf, text } from "../../lib/state/shape";
import { isChange } from "./kinds";
import { ROW_VERSION, type QueuedChange } from "./rows";

const failure = object({
  status: number,
  code: maybe(text),
  sentence: maybe(text),
  field: maybe(text),
  told: flag,
});

const row = object({
  // Rows of version 1 have the same changes and no version.
  v: maybe(oneOf(ROW_VERSION)),
  seq: maybe(number),
  key: text,
  uid: (value) => value === null || text(value),
  at: text,
  change: isChange,
  tries: maybe(number),
  failedSince: maybe(number),
  notBefore: maybe(number),
  uploads: maybe(listOf(text)),
  aside: maybe(failure),
});

const reportedKeys = new Set<unknown>();

/** Returns undefined for an invalid row, such as one of a newer version. It stays on disk. */
export function parseRow(value: unknown): QueuedChange | undefined {
  if (row(value)) return { ...(value as QueuedChange), v: ROW_VERSION };
  const key = (value as Partial<QueuedChange> | null)?.key;
  if (!reportedKeys.has(key)) console.warn("A waiting change cannot be read, and stays on disk:", value);
  reportedKeys.add(key);
  return undefined;
}
