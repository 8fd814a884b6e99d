import { useEffect, useState } from "react";
import { loadCatalogue, type Catalogue } from "../lib/domain/products";

/** Returns the site's catalogue; undefined until it is loaded, or if it cannot be. */
export function useProducts(): Catalogue | undefined {
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    let here = true;
    loadCatalogue().then(
      (loaded) => here && setCatalogue(loaded),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return catalogue;
}
