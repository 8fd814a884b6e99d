import { useEffect, useEffectEvent, useState } from "react";
import type { ShoppingListItem } from "../../../api/types";
import { shoppingStrings } from "virtual:strings/shopping";
import { announce } from "./ListAnnouncer";
import { listLinesOf, type ListLine } from "./list-lines";
import { tickLine } from "../mutations/rows";

/** Ticked lines move or disappear together after this time without a touch. */
const IDLE_MS = 6_000;
/** A tap within this time after the lines have moved was meant for another line. */
const REACTION_MS = 400;
const TOUCH_EVENTS = [
  "pointerdown",
  "pointermove",
  "pointerup",
  "pointercancel",
  "wheel",
  "scroll",
  "keydown",
] as const;

/** Calls `act` when the page was not touched for a while. Returns a function that cancels it. */
function runWhenIdle(act: () => void): () => void {
  let timer = setTimeout(act, IDLE_MS);
  let isPressed = false;
  const onTouch = ({ type }: Event) => {
    if (type === "pointerdown") isPressed = true;
    if (type === "pointerup" || type === "pointercancel") isPressed = false;
    clearTimeout(timer);
    if (!isPressed) timer = setTimeout(act, IDLE_MS);
  };
  for (const type of TOUCH_EVENTS) window.addEventListener(type, onTouch, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of TOUCH_EVENTS) window.removeEventListener(type, onTouch, { capture: true });
  };
}

/** Ignores taps on lines for a moment, because the user may have aimed at another line. */
function ignoreTapsOnLines(): void {
  const ignore = (event: MouseEvent) => {
    const isOnLine = event.target instanceof Element && event.target.closest("li") !== null;
    // The detail of a click by a key or a screen reader is zero.
    if (event.detail === 0 || !isOnLine) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true });
  setTimeout(() => window.removeEventListener("click", ignore, { capture: true }), REACTION_MS);
}

/**
 * Ticks lines, and returns the ids of rows that were just ticked, here or on another device. Their lines keep their
 * position until the page was not touched for a while, so that no line moves under the thumb and a wrong tick can be
 * undone.
 */
export function useJustTicked(
  items: readonly ShoppingListItem[],
  onMove?: () => void,
): { justTicked: ReadonlySet<string>; toggleLine: (line: ListLine) => void } {
  const [justTicked, setJustTicked] = useState<ReadonlySet<string>>(new Set());
  const [previousItems, setPreviousItems] = useState(items);
  if (items !== previousItems) {
    setPreviousItems(items);
    const previous = new Map(previousItems.map((item) => [item.id, item]));
    // Only a tick of another device has a new version at once. One of this device gets it from the server's answer.
    const elsewhere = items.filter(
      ({ id, isCompleted, version }) =>
        isCompleted &&
        previous.get(id)?.isCompleted === false &&
        version !== undefined &&
        version !== previous.get(id)?.version,
    );
    if (elsewhere.length > 0) setJustTicked(new Set([...justTicked, ...elsewhere.map(({ id }) => id)]));
  }
  const move = useEffectEvent(() => onMove?.());
  useEffect(() => {
    if (justTicked.size === 0) return;
    return runWhenIdle(() => {
      move();
      setJustTicked(new Set());
      ignoreTapsOnLines();
    });
  }, [justTicked]);
  return {
    justTicked,
    toggleLine: (line) => {
      const isTicked = !line.isCompleted;
      setJustTicked((before) => {
        const after = new Set(before);
        for (const { id } of line.items)
          if (isTicked) after.add(id);
          else after.delete(id);
        return after;
      });
      tickLine(line, isTicked);
      const t = shoppingStrings();
      const ticked = new Set(line.items.map(({ id }) => id));
      const left = items.filter(({ id, isCompleted }) => !isCompleted && !ticked.has(id));
      announce(isTicked ? t.tickedSaid(line.name, listLinesOf(left, []).length) : t.untickedSaid(line.name));
    },
  };
}
