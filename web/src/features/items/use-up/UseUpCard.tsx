import { ChefHat, ChevronRight } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { freshnessAt } from "../../../lib/domain/freshness";
import { Link } from "../../../lib/navigation/router";
import styles from "../list/ItemsTab.module.css";
import { sectionOf } from "../list/sections";
import { useItemsStrings } from "virtual:strings/items";

/** Says how many items expire by tomorrow or, if none does, soon, and links to the page with recipes for them. */
export function UseUpCard({ items, now }: { items: readonly GroceryItem[]; now: Date }) {
  const t = useItemsStrings();
  const soon = items.filter((item) => freshnessAt(item, now) === "soon");
  if (soon.length === 0) return null;
  const near = soon.filter((item) => ["today", "tomorrow"].includes(sectionOf(item, now))).length;
  return (
    <Link href="/use-up" className={`row gap-10 cell tap green wash frame small strong ${styles.due}`}>
      <ChefHat size={20} strokeWidth={1.75} aria-hidden />
      <span className="grow shrink">
        <span className="ink">{near > 0 ? t.useUpNear(near) : t.useUpSoon(soon.length)}</span>
        <span className="visually-hidden"> {t.useUp}</span>
      </span>
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}
