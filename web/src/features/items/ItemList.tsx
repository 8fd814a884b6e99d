import { memo, useEffect, useRef } from "react";
import { useTopModal } from "../../ui/modals";
import { ItemCard, type ItemCardProps } from "./ItemCard";
import type { ItemGroup } from "./grouping";
import { useItemsStrings } from "virtual:strings/items";

interface ItemListProps extends Pick<ItemCardProps, "now" | "onOpen" | "onEdit" | "actions" | "onSelect"> {
  groups: readonly ItemGroup[];
  /** Reserves space for all cards, so that the scroll position can be restored. */
  coming: number;
  added: ReadonlySet<string>;
  /** While several are chosen: which. */
  selected: ReadonlySet<string> | null;
  /** The item that is shown beside the list. */
  current: string | undefined;
}

/** A card with the gap below it. */
const CARD_HEIGHT = 96;

/** The cards. When one leaves that had the focus, the next one has it. */
export const ItemList = memo(function ItemList({ groups, coming, added, selected, current, ...card }: ItemListProps) {
  const t = useItemsStrings();
  const list = useRef<HTMLUListElement>(null);
  /** The card that had the focus last, for as long as nothing outside of the list has it. */
  const focused = useRef<string | null>(null);
  /** It left, and another one has yet to get the focus. */
  const owed = useRef(false);
  const before = useRef<readonly ItemGroup[]>([]);
  const modal = useTopModal();

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = list.current?.contains(target) ? target.closest<HTMLElement>("[data-key]") : null;
      // A question or a menu lies over the list and returns here.
      if (!row && target.closest("dialog, [popover]")) return;
      focused.current = row?.dataset["key"] ?? null;
      owed.current = false;
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);

  useEffect(() => {
    const at = before.current.findIndex(({ key }) => key === focused.current);
    const last = before.current[at];
    before.current = groups;
    if (last && !groups.some(({ key }) => key === last.key)) {
      // A renamed item is in another card, perhaps at another position.
      const renamed = groups.find(({ items }) => items.some(({ id }) => id === last.first.id));
      focused.current = (renamed ?? groups[Math.min(at, groups.length - 1)])?.key ?? null;
      owed.current = true;
    }
    // A dialog that lies over the list keeps it until it closes.
    if (!owed.current || modal || (document.activeElement !== document.body && document.activeElement !== null)) return;
    owed.current = false;
    const cards = Array.from(list.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []);
    const next = cards.find(({ dataset }) => dataset["key"] === focused.current);
    next?.querySelector<HTMLElement>("h2 button, input")?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  }, [groups, modal]);

  return (
    // A list without bullets is none to Safari unless it is said.
    // eslint-disable-next-line jsx-a11y/no-redundant-roles
    <ul
      ref={list}
      role="list"
      className="stack gap-8 top"
      aria-label={t.list}
      style={groups.length < coming ? { minHeight: coming * CARD_HEIGHT } : undefined}
    >
      {groups.map((group) => (
        <ItemCard
          key={group.key}
          group={group}
          isNew={added.has(group.first.id)}
          isCurrent={group.items.some(({ id }) => id === current)}
          selected={selected === null ? undefined : group.items.every(({ id }) => selected.has(id))}
          {...card}
        />
      ))}
    </ul>
  );
});
