import { Fragment, memo } from "react";
import { ItemCard, type ItemCardProps } from "./ItemCard";
import styles from "./ItemList.module.css";
import type { ItemGroup } from "./grouping";
import { useCardFocus } from "./use-card-focus";
import { useItemsStrings } from "virtual:strings/items";

interface ItemListProps extends Pick<ItemCardProps, "now" | "onOpen" | "actions" | "swipe" | "onSwipe" | "onSelect"> {
  groups: readonly ItemGroup[];
  /** The number of all cards, for which space is reserved, so that the scroll position can be restored. */
  totalCount: number;
  added: ReadonlySet<string>;
  /** Returns the heading of the section that a card belongs to. */
  headingOf: (group: ItemGroup) => string | undefined;
  /** Null unless several items are being selected. */
  selected: ReadonlySet<string> | null;
  /** The item whose details are shown next to the list. */
  current: string | undefined;
}

/** The height of a row in pixels. */
const ROW_HEIGHT = 64;

/** Shows the cards. If the card with the focus is removed, the next one gets the focus. */
export const ItemList = memo(function ItemList({
  groups,
  totalCount,
  added,
  headingOf,
  selected,
  current,
  ...card
}: ItemListProps) {
  const t = useItemsStrings();
  const list = useCardFocus(groups);

  return (
    // Safari does not treat a list without bullets as a list unless it has the role.
    // eslint-disable-next-line jsx-a11y/no-redundant-roles
    <ul
      ref={list}
      role="list"
      className={`stack top ${styles.list}`}
      aria-label={t.list}
      style={groups.length < totalCount ? { minHeight: totalCount * ROW_HEIGHT } : undefined}
    >
      {groups.map((group, index) => {
        const heading = headingAt(groups, index, headingOf);
        return (
          <Fragment key={group.key}>
            {heading !== undefined && (
              // Each row says its day itself.
              <li aria-hidden className={`muted small strong ${styles.heading}`}>
                {heading}
              </li>
            )}
            <ItemCard
              group={group}
              isNew={added.has(group.first.id)}
              isCurrent={group.items.some(({ id }) => id === current)}
              selected={selected === null ? undefined : group.items.every(({ id }) => selected.has(id))}
              {...card}
            />
          </Fragment>
        );
      })}
    </ul>
  );
});

/** Returns the heading of a section for its first card. */
function headingAt(
  groups: readonly ItemGroup[],
  index: number,
  headingOf: (group: ItemGroup) => string | undefined,
): string | undefined {
  const [before, group] = [groups[index - 1], groups[index]];
  const heading = group && headingOf(group);
  return before && headingOf(before) === heading ? undefined : heading;
}
