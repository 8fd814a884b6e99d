import { categoryKind } from "../lib/domain/catalogue";
import pictures from "./food.svg?url";

interface CategoryIconProps {
  category: string;
  /** The vocabulary's kind, if it is known: its picture replaces the category's. */
  kind?: string | null | undefined;
  size?: number;
}

/**
 * Decorative: the category's name is always beside it. Five categories have their own colour, the others are neutral
 * (specification §3).
 */
export function CategoryIcon({ category, kind, size = 28 }: CategoryIconProps) {
  const own = categoryKind(category);
  return (
    <span className="center rigid tile" style={{ color: `var(--tint-${own}, var(--ink-soft))` }} aria-hidden>
      <svg width={size} height={size}>
        <use href={`${pictures}#${kind ?? `in-${own}`}`} />
      </svg>
    </span>
  );
}
