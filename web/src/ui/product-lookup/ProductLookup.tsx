import { lazy, Suspense, type ComponentType } from "react";
import { usePreferences } from "../../api/use-data";
import type { LookedUpProduct } from "../../lib/open-food-facts/answer";

export interface ProductLookupProps {
  /** An unknown barcode, with 14 digits. */
  gtin: string;
  /**
   * Fills the form. Returns false, and changes nothing, if the user has typed a name meanwhile and `replace` is not set.
   */
  onFound: (product: LookedUpProduct, replace?: boolean) => boolean;
}

// Without its code (offline after an update) the form works as without a lookup.
const ProductLookupPanel = lazy<ComponentType<ProductLookupProps>>(() =>
  import("./ProductLookupPanel").catch(() => ({ default: () => null })),
);

/**
 * Asks a product database what a barcode is, if the operator allows it and the household has switched it on. Renders
 * nothing otherwise. Another `gtin` needs another `key`.
 */
export function ProductLookup(props: ProductLookupProps) {
  const { data } = usePreferences();
  if (data?.productLookupAllowed !== true || data.productLookup !== true) return null;
  return (
    <Suspense>
      <ProductLookupPanel {...props} />
    </Suspense>
  );
}
