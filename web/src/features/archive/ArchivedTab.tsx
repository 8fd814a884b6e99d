import "../../ui/styles/screens.css";
import { lazy, memo, Suspense, useDeferredValue, useMemo, useRef, useState, type MouseEvent } from "react";
import { ListChecks, RotateCcw, Search } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { useArchived } from "../../api/cached/use-data";
import { useToday } from "../../lib/time/clock";
import { itemSearch } from "../../api/item-search";
import { formatShort } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { Badge } from "../../ui/widgets/Badge";
import { IconButton } from "../../ui/widgets/Button";
import { CategoryIcon } from "../../ui/widgets/CategoryIcon";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { LoadFailed } from "../../ui/widgets/LoadFailed";
import { SearchField } from "../../ui/widgets/SearchField";
import { SkeletonList } from "../../ui/widgets/Skeleton";
import { ArchiveBox } from "../../ui/art/ArchiveBox";
import { classes } from "../../ui/classes";
import { SEPARATOR } from "../../ui/text/separator";
import { categoryText } from "../../ui/text/category-text";
import { quantityText, useCommon } from "../../ui/text/strings";
import { useSelecting } from "../../ui/hooks/use-selecting";
import { restoreItem } from "./mutations";
import { useArchiveStrings } from "virtual:strings/archive";

const ArchiveBar = lazy(() => import("./ArchiveBar"));

const NO_ITEMS: readonly GroceryItem[] = [];

/** Shows archived and deleted items, which can be searched, restored, and marked as used up or thrown away. */
export default function ArchivedTab() {
  const common = useCommon();
  const t = useArchiveStrings();
  const { data: items, query } = useArchived();
  /** The search query; null while the search is closed. */
  const [text, setText] = useState<string | null>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  const typed = useDeferredValue(text ?? "");
  const shown = useMemo(
    () => items?.filter(itemSearch(typed, (name) => categoryText(common, name))),
    [items, typed, common],
  );
  const selecting = useSelecting(shown ?? NO_ITEMS);
  const { chosen } = selecting;

  return (
    <div className={classes("stack gap-16 top shrink", chosen !== null && "above-bar")}>
      <div className="row wrap gap-8">
        <h1>{t.title}</h1>
        {items && items.length > 0 && (
          <>
            <Badge>{t.count(items.length)}</Badge>
            <span className="flex end">
              <IconButton
                ref={searchButton}
                label={t.search}
                icon={<Search size={20} strokeWidth={1.75} aria-hidden />}
                aria-expanded={text !== null}
                onClick={() => setText(text === null ? "" : null)}
              />
              <IconButton
                label={t.selectSeveral}
                className="members-only"
                icon={<ListChecks size={20} strokeWidth={1.75} aria-hidden />}
                aria-pressed={chosen !== null}
                onClick={chosen === null ? selecting.begin : selecting.end}
              />
            </span>
          </>
        )}
      </div>
      {text !== null && <SearchField texts={t} value={text} opener={searchButton} onChange={setText} />}
      {items === undefined && <SkeletonList rows={4} height={80} />}
      {items?.length === 0 &&
        (query.isError || query.isPending ? (
          <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <EmptyState art={<ArchiveBox />} title={t.emptyTitle} text={t.emptyText} />
        ))}
      {text !== null && (
        <p role="status" className="muted">
          {typed.trim() !== "" && t.found(shown?.length ?? 0)}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul className="columns gap-8" aria-label={t.list}>
          {shown.map((item) => (
            <ArchivedRow key={item.id} item={item} isChosen={chosen?.has(item.id)} onChoose={selecting.choose} />
          ))}
        </ul>
      )}
      <Suspense>{chosen !== null && shown && <ArchiveBar selecting={selecting} />}</Suspense>
    </div>
  );
}

interface ArchivedRowProps {
  item: GroceryItem;
  /** Undefined unless rows are selected. */
  isChosen: boolean | undefined;
  onChoose: (items: readonly GroceryItem[], chosen: boolean) => void;
}

/** A row, rendered only if it changes: an archive has a thousand, and each key in the search field renders the tab. */
const ArchivedRow = memo(function ArchivedRow({ item, isChosen, onChoose }: ArchivedRowProps) {
  const common = useCommon();
  const t = useArchiveStrings();
  const language = useLanguage();
  const today = useToday();
  const restore = ({ currentTarget }: MouseEvent) => {
    const row = currentTarget.closest("li");
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    // The row is removed with the focused button.
    if (restoreItem(item)) neighbour?.querySelector("button")?.focus({ preventScroll: true });
  };
  return (
    <li className="card place row gap-12 cell">
      {isChosen === undefined ? (
        <CategoryIcon category={item.category} kind={item.kind} />
      ) : (
        <label className="hit center tap">
          <input
            type="checkbox"
            className="place"
            checked={isChosen}
            aria-label={item.name}
            onChange={(event) => onChoose([item], event.target.checked)}
          />
        </label>
      )}
      <div className="stack gap-2 left grow shrink">
        <h2 className="title">
          <bdi>{item.name}</bdi>
        </h2>
        <p className="muted small">
          <Badge tone={item.itemStatus === "deleted" ? "destructive" : "secondary"}>
            {item.itemStatus === "deleted" ? t.deleted : t.archived}
          </Badge>{" "}
          {[
            ...(item.outcome === "used" || item.outcome === "tossed" ? [t[item.outcome]] : []),
            ...(item.swept ? [t.swept] : []),
            categoryText(common, item.category),
            quantityText(common, language, item.quantity, item.unit),
            ...(item.changedAt ? [formatShort(language, item.changedAt, today)] : []),
          ].join(SEPARATOR)}
        </p>
      </div>
      {isChosen === undefined && (
        <IconButton
          label={t.restoreNamed(item.name)}
          className="members-only"
          icon={<RotateCcw size={20} strokeWidth={1.75} aria-hidden />}
          onClick={restore}
        />
      )}
    </li>
  );
});
