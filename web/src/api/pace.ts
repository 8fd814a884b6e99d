/**
 * How often, in seconds, a larder of several devices wants to be asked for what the others did; 0 for one that has no
 * others. The server says so with each answer.
 */
let pace = 0;
const listeners = new Set<() => void>();

export const currentPace = (): number => pace;

export function notePace(header: string | null): void {
  const next = Math.max(0, Number(header) || 0);
  if (next === pace) return;
  pace = next;
  for (const listener of listeners) listener();
}

export function onPace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
