import { ExternalLink } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { SelectField, TextField } from "../../../ui/widgets/Field";
import styles from "./UseUpPage.module.css";
import { OWN_SERVERS, RECIPE_SITES, needsAddress, type RecipeSite } from "./recipe-sites";
import { useUseupStrings } from "virtual:strings/useup";

interface RecipeSearchProps {
  foods: readonly GroceryItem[];
  /** Undefined if the site of the user has no valid address. */
  address: string | undefined;
}

/** Links to recipes for foods. */
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

interface SiteFieldsProps {
  site: RecipeSite;
  /** True if the typed address cannot be used. */
  isWrong: boolean;
  onChange: (next: Partial<RecipeSite>) => void;
}

/** Chooses the site at which recipes are searched. */
export function SiteFields({ site, isWrong, onChange }: SiteFieldsProps) {
  const t = useUseupStrings();
  return (
    <div className="row wrap gap-12">
      <SelectField
        label={t.site}
        name="site"
        value={site.id}
        onChange={(event) => onChange({ id: event.target.value })}
      >
        {RECIPE_SITES.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {OWN_SERVERS.map(({ id, name }) => (
          <option key={id} value={id}>
            {t.ownServer(name)}
          </option>
        ))}
        <option value="other">{t.other}</option>
      </SelectField>
      {needsAddress(site) && (
        <TextField
          label={t.address}
          name="address"
          type="url"
          inputMode="url"
          autoComplete="off"
          value={site.own}
          placeholder={site.id === "other" ? "https://…?q={q}" : "https://…"}
          hint={site.id === "other" ? t.otherHint("{q}") : undefined}
          error={site.own.trim() !== "" && isWrong ? t.addressWrong : undefined}
          onChange={(event) => onChange({ own: event.target.value })}
        />
      )}
    </div>
  );
}
