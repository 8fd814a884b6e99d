import { usePreferences } from "../../api/cached/use-data";
import { Switch } from "../../ui/Field";
import { Source } from "../../ui/product-lookup/Source";
import { useProductLookupStrings } from "virtual:strings/product-lookup";
import styles from "./Settings.module.css";
import { useSetProductLookup } from "./mutations";

/** The household's switch for product lookups. Shown only if the operator allows them. */
export default function ProductLookupSection() {
  const t = useProductLookupStrings();
  const { data } = usePreferences();
  const setProductLookup = useSetProductLookup();
  return (
    <section className={styles.section} aria-labelledby="product-lookup-title">
      <h2 id="product-lookup-title">{t.title}</h2>
      <Switch label={t.switch} hint={t.hint} checked={data?.productLookup === true} onChange={setProductLookup} />
      <p className={styles.note}>{t.scope}</p>
      <p className={styles.note}>
        <Source />
      </p>
    </section>
  );
}
