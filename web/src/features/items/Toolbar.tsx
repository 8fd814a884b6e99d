import { ChefHat, ListChecks, Search, X } from "lucide-react";
import type { StoragePlace } from "../../lib/domain/places";
import { useWide } from "../../lib/browser/wide";
import { IconButton } from "../../ui/Button";
import { Menu } from "../../ui/Menu";
import { SearchField } from "../../ui/SearchField";
import { useCommon } from "../../ui/strings";
import { SORTS, type Sort } from "./selection";
import { useItemsStrings } from "virtual:strings/items";

interface ToolbarProps {
  count: number;
  query: string | null;
  onQuery: (query: string | null) => void;
  weekOpen: boolean;
  onWeek: (open: boolean) => void;
  places: readonly StoragePlace[];
  place: StoragePlace | null;
  onPlace: (place: StoragePlace | null) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onSelect: () => void;
  /** Undefined if no item expires soon. */
  onOpenUseUp?: (() => void) | undefined;
  /** Undefined if "Delete All" is not offered. */
  onDeleteAll?: (() => void) | undefined;
}

/** Shows the title, the search, and a menu of further actions. */
export function Toolbar(props: ToolbarProps) {
  const { count, query, onQuery, weekOpen, onWeek, places, place, onPlace, sort, onSort, onSelect } = props;
  const { onOpenUseUp, onDeleteAll } = props;
  const common = useCommon();
  const t = useItemsStrings();
  const wide = useWide();
  return (
    <>
      <div className="row wrap tap">
        <h1 className="page-title" tabIndex={-1}>
          {t.title}
        </h1>
        <div className="flex end">
          <IconButton
            label={t.search}
            icon={<Search size={20} strokeWidth={1.75} aria-hidden />}
            aria-expanded={query !== null}
            onClick={() => onQuery(query === null ? "" : null)}
          />
          <Menu
            label={t.moreActions}
            marked={place !== null || sort !== "expiry"}
            groups={() => [
              {
                entries: [
                  ...(onOpenUseUp
                    ? [{ label: t.useUp, icon: <ChefHat size={18} aria-hidden />, onChoose: onOpenUseUp }]
                    : []),
                  { label: t.selectSeveral, icon: <ListChecks size={18} aria-hidden />, onChoose: onSelect },
                ],
              },
              // A wide screen always shows the week.
              ...(wide ? [] : [{ entries: [{ label: t.week, checked: weekOpen, onChoose: () => onWeek(!weekOpen) }] }]),
              {
                label: common.place,
                entries: [
                  { label: t.everywhere, checked: place === null, onChoose: () => onPlace(null) },
                  ...places.map((choice) => ({
                    label: choice.name ?? common.places[choice.storage],
                    checked: place === choice,
                    onChoose: () => onPlace(choice),
                  })),
                ],
              },
              {
                label: t.sort,
                entries: SORTS.map((name) => ({
                  label: t.sorts[name],
                  checked: sort === name,
                  onChoose: () => onSort(name),
                })),
              },
              ...(onDeleteAll
                ? [
                    {
                      entries: [
                        {
                          label: t.deleteAll,
                          icon: <X size={18} aria-hidden />,
                          danger: true,
                          onChoose: onDeleteAll,
                        },
                      ],
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
      {query !== null && <SearchField texts={t} value={query} onChange={onQuery} className="below" />}
      <p className="visually-hidden" role="status">
        {t.shown(count)}
      </p>
    </>
  );
}
