import { usePreferences } from "../../api/cached/use-data";
import { saveSettings } from "../../api/settings/save-settings";
import { Switch } from "../../ui/widgets/Field";
import { Source } from "../../ui/product-lookup/Source";
import { useProductLookupStrings } from "virtual:strings/product-lookup";

/** The household's switch for product lookups. Shown only if the operator allows them. */
export default function ProductLookupSection() {
  const t = useProductLookupStrings();
  const { data } = usePreferences();
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="product-lookup-title">
      <h2 id="product-lookup-title">{t.title}</h2>
      <Switch
        label={t.switch}
        hint={t.hint}
        checked={data?.productLookup === true}
        onChange={(productLookup) => saveSettings({ productLookup })}
      />
      <p className="muted">{t.scope}</p>
      <p className="muted">
        <Source />
      </p>
    </section>
  );
}
