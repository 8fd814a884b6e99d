import { SelectField, TextField } from "../../../ui/widgets/Field";
import { OWN_SERVERS, RECIPE_SITES, needsAddress, type RecipeSite } from "./recipe-sites";
import { useUseupStrings } from "virtual:strings/useup";

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
