import { useEffect, useState } from "react";
import { loadCatalogue, type Catalogue } from "../../lib/domain/products";

/** Returns the site's catalogue; undefined until it is loaded, or if that fails. */
export function useProducts(): Catalogue | undefined {
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    let isMounted = true;
    loadCatalogue().then(
      (loaded) => isMounted && setCatalogue(loaded),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return catalogue;
}
