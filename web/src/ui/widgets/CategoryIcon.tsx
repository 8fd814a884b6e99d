import { categoryKind } from "../../lib/domain/catalogue";
import pictures from "../styles/food.svg?url";

interface CategoryIconProps {
  category: string;
  /** The kind of food, if known: its picture replaces the category's. */
  kind?: string | null | undefined;
  size?: number;
}

/** A decorative picture. Five categories have their own colour, the others are neutral (specification §3). */
export function CategoryIcon({ category, kind, size = 28 }: CategoryIconProps) {
  const categoryName = categoryKind(category);
  return (
    <span className="center rigid tile" style={{ color: `var(--tint-${categoryName}, var(--ink-muted))` }} aria-hidden>
      <svg width={size} height={size}>
        <use href={`${pictures}#${kind ?? `in-${categoryName}`}`} />
      </svg>
    </span>
  );
}
