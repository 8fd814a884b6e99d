import { ExternalLink } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import styles from "./UseUpPage.module.css";

interface RecipeSearchProps {
  foods: readonly GroceryItem[];
  /** Undefined if the site of the user has no valid address. */
  address: string | undefined;
}

/** Names foods, with a link to a search for recipes with them. */
export function RecipeSearch({ foods, address }: RecipeSearchProps) {
  const text = (
    <>
      <span className="flex rigid" aria-hidden>
        {foods.map(({ id, category, kind }) => (
          <CategoryIcon key={id} category={category} kind={kind} />
        ))}
      </span>
      <span className="strong grow shrink clamp">{foods.map(({ name }) => name).join(" + ")}</span>
    </>
  );
  return (
    <li>
      {address === undefined ? (
        <p className={`card row gap-12 cell ${styles.search}`}>{text}</p>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className={`card row gap-12 cell ink hover ${styles.search}`}
        >
          {text}
          <ExternalLink size={18} aria-hidden className="muted" />
        </a>
      )}
    </li>
  );
}
