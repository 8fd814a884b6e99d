import { createStore, useStore } from "../../../lib/state/store";

/** Time for a screen reader to notice a text; a later reader of the page does not find it. */
const ANNOUNCEMENT_TTL_MS = 5_000;

const announced = createStore<{ readonly id: number; readonly text: string } | undefined>(undefined);

/** Tells screen readers what became of a line. */
export function announce(text: string): void {
  const next = { id: (announced.get()?.id ?? 0) + 1, text };
  announced.set(next);
  setTimeout(() => {
    if (announced.get() === next) announced.set(undefined);
  }, ANNOUNCEMENT_TTL_MS);
}

/**
 * The live region of the list's views. It is there before a text is, so that screen readers notice the text. Each text
 * is a new element, so that the same text is announced again.
 */
export function ListAnnouncer() {
  const current = useStore(announced);
  return (
    <p role="status" className="visually-hidden">
      {current && <span key={current.id}>{current.text}</span>}
    </p>
  );
}
