import { useEffect, useRef, useState } from "react";
import type { ShoppingListItem } from "../../api/types";

/** Ticked lines leave, all of them at once, after this time without a tick or a touch. */
const LINGER_MS = 6_000;
/** A tap within this time after the lines moved was meant for another one. */
const REACTION_MS = 400;
const TOUCHES = ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel", "scroll", "keydown"] as const;

/**
 * Calls `act` once the page was not touched for a while, and never during a touch. Returns a function that cancels it.
 */
function whenCalm(act: () => void): () => void {
  let timer = setTimeout(act, LINGER_MS);
  let isPressed = false;
  const touched = ({ type }: Event) => {
    if (type === "pointerdown") isPressed = true;
    if (type === "pointerup" || type === "pointercancel") isPressed = false;
    clearTimeout(timer);
    if (!isPressed) timer = setTimeout(act, LINGER_MS);
  };
  for (const type of TOUCHES) window.addEventListener(type, touched, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of TOUCHES) window.removeEventListener(type, touched, { capture: true });
  };
}

/** Ignores the tap of a finger that is on its way to a line that has just moved. What is no line stays where it was. */
function ignoreTapsOnTheirWay(): void {
  const ignore = (event: MouseEvent) => {
    const isOnLine = event.target instanceof Element && event.target.closest("li") !== null;
    // The detail is zero for a click that a key or a screen reader makes.
    if (event.detail === 0 || !isOnLine) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true });
  setTimeout(() => window.removeEventListener("click", ignore, { capture: true }), REACTION_MS);
}

/**
 * Lines that were ticked just now. They stay where they are, so that no other line moves under the thumb and a slip is
 * taken back where it happened, until nothing has been touched for a while. What another device ticked while it was on
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
    // The server has assigned another version: a change of this device has none until it is carried out.
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
    return whenCalm(() => {
      leave.current?.();
      setJustDone(new Set());
      ignoreTapsOnTheirWay();
    });
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
