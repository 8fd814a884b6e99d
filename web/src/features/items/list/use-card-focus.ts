import { useEffect, useRef, type RefObject } from "react";
import { useTopModal } from "../../../ui/modals";
import type { ItemGroup } from "./grouping";

/**
 * Keeps the focus in a list of cards: if the card with the focus is removed, the next one gets it. Returns the ref of
 * the list, whose cards have their group's key as `data-key`.
 */
export function useCardFocus(groups: readonly ItemGroup[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  /** The key of the card that had the focus last, unless an element outside of the list has it. */
  const focusedKey = useRef<string | null>(null);
  /** True if that card was removed, and another one has yet to get the focus. */
  const isFocusPending = useRef(false);
  const previousGroups = useRef<readonly ItemGroup[]>([]);
  const modal = useTopModal();

  useEffect(() => {
    const trackFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = list.current?.contains(target) ? target.closest<HTMLElement>("[data-key]") : null;
      // A dialog or a menu returns the focus to the list.
      if (!row && target.closest("dialog, [popover]")) return;
      focusedKey.current = row?.dataset["key"] ?? null;
      isFocusPending.current = false;
    };
    document.addEventListener("focusin", trackFocus);
    return () => document.removeEventListener("focusin", trackFocus);
  }, []);

  useEffect(() => {
    const index = previousGroups.current.findIndex(({ key }) => key === focusedKey.current);
    const last = previousGroups.current[index];
    previousGroups.current = groups;
    if (last && !groups.some(({ key }) => key === last.key)) {
      // A renamed item is in another card, perhaps at another position.
      const renamed = groups.find(({ items }) => items.some(({ id }) => id === last.first.id));
      focusedKey.current = (renamed ?? groups[Math.min(index, groups.length - 1)])?.key ?? null;
      isFocusPending.current = true;
    }
    // A dialog keeps the focus until it closes.
    if (!isFocusPending.current || modal || hasFocusedElement()) return;
    isFocusPending.current = false;
    const cards = Array.from(list.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []);
    const next = cards.find(({ dataset }) => dataset["key"] === focusedKey.current);
    next?.querySelector<HTMLElement>("h2 button, input")?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  }, [groups, modal]);
  return list;
}

function hasFocusedElement(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
