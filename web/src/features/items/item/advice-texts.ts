import type { GroceryItem } from "../../../api/types";
import { isPastUseBy } from "../../../lib/domain/food-state";
import { placeOf } from "../../../lib/domain/places";
import { formatDay } from "../../../lib/time/dates";
import type { Language } from "../../../lib/language/i18n";
import { keepingAdvice } from "./advice";
import type { useItemsStrings } from "virtual:strings/items";
import type { useUseupStrings } from "virtual:strings/useup";

/** More lines would not be read. */
const MAX_LINES = 2;

interface AdviceTexts {
  items: ReturnType<typeof useItemsStrings>;
  useup: ReturnType<typeof useUseupStrings>;
}

/** Returns at most two sentences on how an item keeps, the most important first. */
export function adviceTexts({ items, useup }: AdviceTexts, language: Language, item: GroceryItem, now: Date): string[] {
  const { freezesBadly, move, keepIn, opened } = keepingAdvice(item, now);
  const place = placeOf(item);
  const lines: (string | false | undefined)[] = [
    place !== "freezer" && isPastUseBy(item, now) && items.useByPassed,
    place !== "freezer" && item.thawedAt ? items.thawedBefore : undefined,
    move && useup.move(useup.into[move.storage], formatDay(language, move.until, now)),
    place !== "freezer" && freezesBadly && useup.freezesBadly,
    !move && useup.keepAt[keepIn ?? place],
    opened !== undefined && !item.openedAt && useup.onceOpened(opened),
  ];
  return lines.filter((line) => typeof line === "string").slice(0, MAX_LINES);
}
