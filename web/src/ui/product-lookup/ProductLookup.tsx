import { lazy, Suspense, useState, type ComponentType } from "react";
import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "../../api/cached/queries";
import { usePreferences } from "../../api/cached/use-data";
import type { LookedUpProduct } from "../../lib/open-food-facts/product-response";

export interface ProductLookupProps {
  /** An unknown barcode, with 14 digits. */
  gtin: string;
  /** Fills the form. Returns false, and changes nothing, if the user has typed a name and `replace` is not set. */
  onFound: (product: LookedUpProduct, replace?: boolean) => boolean;
}

// If the code cannot be loaded, the form works without a lookup.
const ProductLookupPanel = lazy<ComponentType<ProductLookupProps>>(() =>
  import("./ProductLookupPanel").catch(() => ({ default: () => null })),
);

/**
 * Looks up a barcode in a product database, if the operator allows it and the household has turned it on. Needs a `key`
 * for each `gtin`.
 */
export function ProductLookup(props: ProductLookupProps) {
  const { data } = usePreferences();
  const isOn = data?.productLookupAllowed === true && data.productLookup === true;
  // Another device may have turned it off since this one loaded the preferences.
  const { isFetching, isError } = useQuery({ ...preferencesQuery(), refetchOnMount: isOn ? "always" : true });
  const [isCurrent, setIsCurrent] = useState(false);
  if (!isCurrent && !isFetching && !isError) setIsCurrent(true);
  if (!isOn || !isCurrent) return null;
  return (
    <Suspense>
      <ProductLookupPanel {...props} />
    </Suspense>
  );
}
