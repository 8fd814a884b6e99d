import { useDeferredValue, useMemo } from "react";
import { productName, productNamed, search, type Catalogue, type Product } from "../../lib/domain/products";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/widgets/Button";
import { useScanStrings } from "virtual:strings/scan";

/** The number that fits into one or two rows on a phone. */
const MAX_SUGGESTIONS = 3;
const MIN_TYPED_LETTERS = 2;

interface NameSuggestionsProps {
  typed: string;
  catalogue: Catalogue | undefined;
  onChoose: (category: string, product: Product) => void;
}

/** Suggests products of the catalogue for a typed name that is not in it. */
export function NameSuggestions({ typed, catalogue, onChoose }: NameSuggestionsProps) {
  const t = useScanStrings();
  const language = useLanguage();
  const name = useDeferredValue(typed);
  const suggestions = useMemo(
    () =>
      catalogue && name.length >= MIN_TYPED_LETTERS && !productNamed(name, catalogue)
        ? search(catalogue, name, MAX_SUGGESTIONS)
        : [],
    [catalogue, name],
  );
  if (suggestions.length === 0) return null;
  return (
    <div role="group" aria-label={t.manualSuggestions} className="row wrap gap-12">
      {suggestions.map(({ category, product }) => (
        <Button key={`${category} ${product.name}`} size="small" onClick={() => onChoose(category, product)}>
          {productName(product, language)}
        </Button>
      ))}
    </div>
  );
}
