import { useEffect, useState } from "react";
import { loadCatalogue, type Catalogue } from "../lib/products";

/**
 * The site's catalogue once it is here; undefined before, and where it cannot be had: whoever only wants to be helped
 * by it does without.
 */
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
