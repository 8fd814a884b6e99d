import { memo, useEffect, useRef } from "react";
import surface from "../../ui/Surface.module.css";
import { ItemCard, type ItemCardProps } from "./ItemCard";
import type { Group } from "./grouping";
import { useItemsStrings } from "./strings";

interface ItemListProps extends Pick<ItemCardProps, "now" | "onOpen" | "onEdit" | "actions" | "onSelect"> {
  groups: readonly Group[];
  added: ReadonlySet<string>;
  /** While several are chosen: which. */
  selected: ReadonlySet<string> | null;
  /** What is shown beside the list. */
  current: string | undefined;
}

/** The cards. When one leaves that had the focus, the next one has it. */
export const ItemList = memo(function ItemList({ groups, added, selected, current, ...card }: ItemListProps) {
  const t = useItemsStrings();
  const list = useRef<HTMLUListElement>(null);
  /** The card that had the focus last, for as long as nothing outside of the list has it. */
  const focused = useRef<string | null>(null);
  const before = useRef<readonly string[]>([]);

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = list.current?.contains(target) ? target.closest<HTMLElement>("[data-key]") : null;
      // A question or a menu lies over the list and returns here.
      if (row) focused.current = row.dataset["key"] ?? null;
      else if (!target.closest("dialog, [popover]")) focused.current = null;
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);

  useEffect(() => {
    const keys = groups.map(({ key }) => key);
    const at = focused.current === null ? -1 : before.current.indexOf(focused.current);
    const gone = at >= 0 && focused.current !== null && !keys.includes(focused.current);
    if (gone && (document.activeElement === document.body || document.activeElement === null)) {
      const next = list.current?.querySelectorAll<HTMLElement>("[data-key]")[Math.min(at, keys.length - 1)];
      next?.querySelector<HTMLElement>("h3 button, input")?.focus({ preventScroll: true });
    }
    before.current = keys;
  }, [groups]);

  return (
    // A list without bullets is none to Safari unless it is said.
    // eslint-disable-next-line jsx-a11y/no-redundant-roles
    <ul ref={list} role="list" className={surface.list} aria-label={t.list}>
      {groups.map((group) => (
        <ItemCard
          key={group.key} group={group} isNew={added.has(group.first.id)} isCurrent={group.items.some(({ id }) => id === current)}
          selected={selected === null ? undefined : group.items.every(({ id }) => selected.has(id))} {...card}
        />
      ))}
    </ul>
  );
});
