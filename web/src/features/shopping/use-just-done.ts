import { useEffect, useRef, useState } from "react";
import type { ShoppingListItem } from "../../api/types";

/** Milliseconds without a tick after which ticked lines leave, all of them at once. */
const LINGER = 6_000;

/**
 * Lines that were ticked just now. They stay where they are, so that no other line moves under the thumb and a slip is
 * taken back where it happened, until nothing has been ticked for a while. What another device ticked while it was on
 * the screen stays as long.
 */
export function useJustDone(
  items: readonly ShoppingListItem[],
  onLeave?: () => void,
): { justDone: ReadonlySet<string>; note: (ids: readonly string[], done: boolean) => void } {
  const [justDone, setJustDone] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState(items);
  if (items !== before) {
    setBefore(items);
    const known = new Map(before.map((item) => [item.id, item]));
    // The server has given it another version: one's own change, until it is carried out, has none.
    const elsewhere = items.filter(
      ({ id, isCompleted, version }) =>
        isCompleted &&
        known.get(id)?.isCompleted === false &&
        version !== undefined &&
        version !== known.get(id)?.version,
    );
    if (elsewhere.length > 0) setJustDone(new Set([...justDone, ...elsewhere.map(({ id }) => id)]));
  }
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (justDone.size === 0) return;
    const timer = setTimeout(() => {
      leave.current?.();
      setJustDone(new Set());
    }, LINGER);
    return () => clearTimeout(timer);
  }, [justDone]);
  return {
    justDone,
    note: (ids, done) =>
      setJustDone((before) => {
        const after = new Set(before);
        for (const id of ids)
          if (done) after.add(id);
          else after.delete(id);
        return after;
      }),
  };
}
