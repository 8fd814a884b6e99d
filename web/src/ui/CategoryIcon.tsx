import {
  Apple,
  Beef,
  Carrot,
  Cookie,
  Croissant,
  CupSoda,
  Fish,
  Milk,
  Package,
  Snowflake,
  SprayCan,
  Wheat,
  type LucideIcon,
} from "lucide-react";
import { categoryKind, type CategoryKind } from "../lib/domain/catalogue";
import { classes } from "./classes";
import styles from "./CategoryIcon.module.css";

const ICONS: Record<CategoryKind, LucideIcon> = {
  fruit: Apple,
  dairy: Milk,
  meat: Beef,
  vegetable: Carrot,
  bakery: Croissant,
  seafood: Fish,
  pantry: Wheat,
  frozen: Snowflake,
  beverages: CupSoda,
  snacks: Cookie,
  household: SprayCan,
  other: Package,
};

/**
 * Decorative: the category's name is always beside it. Five categories have their own colour, the others are neutral
 * (specification §3).
 */
export function CategoryIcon({ category, size = 22 }: { category: string; size?: number }) {
  const kind = categoryKind(category);
  const Icon = ICONS[kind];
  return (
    <span className={classes(styles.tile, styles[kind])} aria-hidden>
      <Icon size={size} strokeWidth={1.75} />
    </span>
  );
}
