import { larderToday, startOfDay } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { formatDay } from "../../../lib/time/dates";
import { NothingFound } from "../../../ui/art/NothingFound";
import { SEPARATOR } from "../../../ui/text/separator";
import { useCommon } from "../../../ui/text/strings";
import { EmptyState } from "../../../ui/widgets/EmptyState";
import type { ItemsViewState } from "./use-items-view";
import { useItemsStrings } from "virtual:strings/items";

interface FilterTextsProps {
  view: ItemsViewState;
  now: Date;
}

/** Returns the name of a view's day; null for today, which has texts of its own, and for any day. */
function useDayName(day: number | null, now: Date): string | null {
  const language = useLanguage();
  return day === null || day === 0 ? null : formatDay(language, startOfDay(larderToday(now), day), now);
}

/** Names the filters of the shown list, and offers to remove them. */
export function ActiveFilters({ view, now, count }: FilterTextsProps & { count: number }) {
  const common = useCommon();
  const t = useItemsStrings();
  const { filter, day, place, due, select } = view;
  const dayName = useDayName(day, now);
  const names = [
    due ? t.dueFilter : filter === "all" ? undefined : t.filters[filter],
    day === null ? undefined : dayName === null ? t.dueToday : t.dueOn(dayName),
    place === null ? undefined : (place.name ?? common.places[place.storage]),
  ].filter((name) => name !== undefined);
  if (names.length === 0) return null;
  return (
    <p className="row wrap muted gap-6">
      {names.join(SEPARATOR)}
      {SEPARATOR}
      {common.itemCount(count)}{" "}
      <button
        type="button"
        className="link green strong tap"
        onClick={() => select({ filter: "all", day: null, place: null })}
      >
        {day !== null && place === null && !due && filter === "all" ? t.clearDay : t.showAll}
      </button>
    </p>
  );
}

/** Says that a view shows no items, and why if one filter alone excludes all of them. */
export function NoItemsShown({ view: { filter, day, place, due, searched }, now }: FilterTextsProps) {
  const t = useItemsStrings();
  const dayName = useDayName(day, now);
  const art = <NothingFound />;
  if (searched !== "") return <EmptyState art={art} title={t.nothingFound(searched)} />;
  if ([filter !== "all" || due, day !== null, place !== null].filter(Boolean).length > 1)
    return <EmptyState art={art} title={t.emptyFilter.all} />;
  if (place !== null)
    return <EmptyState art={art} title={place.name === undefined ? t.emptyPlace[place.storage] : t.emptyFilter.all} />;
  if (day !== null) return <EmptyState art={art} title={dayName === null ? t.emptyToday : t.emptyDay(dayName)} />;
  const shownFilter = due ? "soon" : filter;
  return <EmptyState art={art} title={t.emptyFilter[shownFilter]} text={t.emptyFilterText[shownFilter]} />;
}
