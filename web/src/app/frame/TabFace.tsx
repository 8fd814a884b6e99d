import { Archive, History, Refrigerator, ScanLine, ShoppingBasket } from "lucide-react";
import type { TabName } from "./tab-url";
import styles from "./Tabs.module.css";

const ICONS = {
  scan: ScanLine,
  items: Refrigerator,
  history: History,
  archived: Archive,
  list: ShoppingBasket,
} as const;

/** The content of a tab: an icon with a short label on phones, and with the full one on wide screens. */
export function TabFace({ common, name }: { common: Sentences["common"]; name: TabName | "list" }) {
  const Icon = ICONS[name];
  return (
    <>
      <span className={`center ${styles.pill}`}>
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="only-narrow">{common.tabs[`${name}Short`]}</span>
      <span className="only-wide">{name === "list" ? common.shoppingList : common.tabs[name]}</span>
    </>
  );
}
