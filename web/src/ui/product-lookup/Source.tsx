import { useProductLookupStrings } from "virtual:strings/product-lookup";

const LICENCE = "https://opendatacommons.org/licenses/odbl/1-0/";

/** The attribution that the database's licence requires. */
export function Source({ page = "https://world.openfoodfacts.org/" }: { page?: string }) {
  const t = useProductLookupStrings();
  return (
    <span>
      {t.source}{" "}
      <a href={page} target="_blank" rel="noreferrer">
        Open Food Facts
      </a>{" "}
      (
      <a href={LICENCE} target="_blank" rel="noreferrer">
        ODbL
      </a>
      )
    </span>
  );
}
