import { useEffect, useEffectEvent, useState } from "react";
import { useProductCodes } from "../../api/product-codes";
import { useLanguage } from "../../lib/language/i18n";
import type { LookedUpProduct } from "../../lib/open-food-facts/product-response";
import { lookUp, lookupCode, productPage, type LookupResult } from "../../lib/open-food-facts/lookup";
import { Button } from "../widgets/Button";
import type { ProductLookupProps } from "./ProductLookup";
import { Source } from "./Source";
import { useProductLookupStrings } from "virtual:strings/product-lookup";

type Shown =
  | Exclude<LookupResult, { kind: "found" }>
  | { readonly kind: "found"; readonly product: LookedUpProduct; readonly filled: boolean };

/** Looks up a barcode once, and again on a tap, unless the household has its own name for it. */
export default function ProductLookupPanel({ gtin, onFound }: ProductLookupProps) {
  const t = useProductLookupStrings();
  const language = useLanguage();
  const code = lookupCode(gtin);
  const { data: codes, query } = useProductCodes();
  const own = codes?.find((named) => named.code === gtin);
  // Waits for a refetch, because another device may have added the name.
  const isUnknown = codes !== undefined && !query.isFetching && !query.isError && own === undefined;
  // Stays true, so that a later refetch of the codes does not repeat the lookup.
  const [isStarted, setIsStarted] = useState(false);
  if (isUnknown && navigator.onLine && code !== null && !isStarted) setIsStarted(true);
  const [attempt, setAttempt] = useState(0);
  /** Null until there is a result. */
  const [shown, setShown] = useState<Shown | null>(null);
  const fill = useEffectEvent(onFound);

  useEffect(() => {
    if (own) fill({ name: own.name, title: own.name, category: own.category });
  }, [own]);

  useEffect(() => {
    if (!isStarted || code === null) return;
    const controller = new AbortController();
    lookUp(code, language, controller.signal).then(
      (result) => setShown(result.kind === "found" ? { ...result, filled: fill(result.product) } : result),
      // The form was closed.
      () => undefined,
    );
    return () => controller.abort();
  }, [isStarted, code, language, attempt]);

  return (
    <div role="status" className="row wrap gap-8 muted unless-empty">
      {isStarted && shown === null && t.asking}
      {shown?.kind === "unknown" && t.unknown}
      {shown?.kind === "failed" && (
        <>
          <span>{t[shown.reason]}</span>
          <Button
            size="small"
            onClick={() => {
              setShown(null);
              setAttempt(attempt + 1);
            }}
          >
            {t.retry}
          </Button>
        </>
      )}
      {shown?.kind === "found" && (
        <>
          <span>{shown.filled ? t.found : t.foundOther(shown.product.name)}</span>
          {!shown.filled && (
            <Button size="small" onClick={() => setShown({ ...shown, filled: onFound(shown.product, true) })}>
              {t.use}
            </Button>
          )}
          <Source page={productPage(code ?? "")} />
        </>
      )}
    </div>
  );
}
