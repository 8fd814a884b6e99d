import { useRef } from "react";
import { ListChecks, Search, X } from "lucide-react";
import { useIsLooker } from "../../../api/household/role";
import { useWide } from "../../../lib/browser/wide";
import { IconButton } from "../../../ui/widgets/Button";
import { Menu } from "../../../ui/widgets/Menu";
import { SearchField } from "../../../ui/widgets/SearchField";
import { SORTS, type Sort } from "./selection";
import type { SwipeMeaning } from "./swipe-meaning";
import { useItemsStrings } from "virtual:strings/items";

interface ToolbarProps {
  count: number;
  query: string | null;
  onQuery: (query: string | null) => void;
  weekOpen: boolean;
  onWeek: (open: boolean) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Null until the user has chosen, at the first swipe. */
  swipe: SwipeMeaning | null;
  onSwipe: (swipe: SwipeMeaning) => void;
  onSelect: () => void;
  /** Undefined if "Delete All" is not offered. */
  onDeleteAll?: (() => void) | undefined;
}

/** Shows the title, the search, and a menu of further actions. */
export function Toolbar(props: ToolbarProps) {
  const { count, query, onQuery, weekOpen, onWeek, sort, onSort, swipe, onSwipe, onSelect, onDeleteAll } = props;
  const t = useItemsStrings();
  const isLooker = useIsLooker();
  const wide = useWide();
  const searchButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="row wrap tap" data-toolbar>
        <h1 className="page-title" tabIndex={-1}>
          {t.title}
        </h1>
        <div className="flex end">
          <IconButton
            ref={searchButton}
            label={t.search}
            icon={<Search size={20} strokeWidth={1.75} aria-hidden />}
            aria-expanded={query !== null}
            onClick={() => onQuery(query === null ? "" : null)}
          />
          <Menu
            label={t.moreActions}
            marked={sort !== "expiry"}
            groups={() => [
              ...(isLooker
                ? []
                : [
                    {
                      entries: [
                        { label: t.selectSeveral, icon: <ListChecks size={18} aria-hidden />, onChoose: onSelect },
                      ],
                    },
                  ]),
              // A wide screen always shows the week.
              ...(wide ? [] : [{ entries: [{ label: t.week, checked: weekOpen, onChoose: () => onWeek(!weekOpen) }] }]),
              {
                label: t.sort,
                entries: SORTS.map((name) => ({
                  label: t.sorts[name],
                  checked: sort === name,
                  onChoose: () => onSort(name),
                })),
              },
              ...(swipe === null || isLooker
                ? []
                : [
                    {
                      label: t.swipe,
                      entries: (["outcome", "removal"] as const).map((meaning) => ({
                        label: t.swipes[meaning],
                        checked: swipe === meaning,
                        onChoose: () => onSwipe(meaning),
                      })),
                    },
                  ]),
              ...(onDeleteAll && !isLooker
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
      {query !== null && (
        <SearchField texts={t} value={query} opener={searchButton} onChange={onQuery} className="below" />
      )}
      <p className="visually-hidden" role="status">
        {t.shown(count)}
      </p>
    </>
  );
}
