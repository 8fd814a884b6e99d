import { Suspense, lazy, type ComponentType, type RefObject } from "react";
import { flushSync } from "react-dom";
import { usePlaces } from "../../api/settings/own-places";
import { isSoldWithoutDate, MANUAL_CATEGORIES } from "../../lib/domain/catalogue";
import type { Product } from "../../lib/domain/products";
import { useNow } from "../../lib/time/clock";
import type { DateLabelButtonProps } from "../../ui/date-label/DateLabelButton";
import { openPicker } from "../../ui/date-label/open-picker";
import { ItemFields } from "../../ui/item-fields/ItemFields";
import { withDay, type Problem } from "../../ui/item-fields/model";
import { ProductLookup } from "../../ui/product-lookup/ProductLookup";
import { Skeleton } from "../../ui/widgets/Skeleton";
import { NameSuggestions } from "./NameSuggestions";
import { MIN_ADDED_QUANTITY, estimateOf } from "./manual-form";
import type { ManualFieldsState } from "./use-manual-fields";
import { useScanStrings } from "virtual:strings/scan";

// If its code cannot be loaded, the form works without the button.
const DateLabelButton = lazy<ComponentType<DateLabelButtonProps>>(() =>
  import("../../ui/date-label/DateLabelButton").catch(() => ({ default: () => null })),
);

interface ManualFieldsProps {
  manual: ManualFieldsState;
  problems: ReadonlySet<Problem> | undefined;
  /** The form around the fields, which moves the focus. */
  form: RefObject<HTMLFormElement | null>;
}

/** Shows the fields of an item that is added by hand, with suggestions and a lookup for its name. */
export function ManualFields({ manual, problems, form }: ManualFieldsProps) {
  const t = useScanStrings();
  const now = useNow();
  const places = usePlaces();
  const { fields, found, catalogue } = manual;
  const estimate = estimateOf(fields, now);
  const isUnnamed = found !== null && !found.known;
  const choose = (category: string, product: Product) => {
    flushSync(() => manual.chooseProduct(category, product));
    const day = form.current?.querySelector<HTMLInputElement>('[name="day"]');
    if (isSoldWithoutDate(category)) day?.focus();
    else openPicker(day);
  };
  return (
    <ItemFields
      fields={fields}
      onChange={manual.change}
      parts={["name", "category", "amount", ["shelfLife", "day"], "place"]}
      problems={problems}
      categories={MANUAL_CATEGORIES}
      isCategoryOptional
      min={MIN_ADDED_QUANTITY}
      item={estimate}
      onDay={(day) => manual.edit(withDay(fields, day, estimate))}
      places={places}
      usualPlace={t.usualPlace}
      placeholders={{ name: t.manualNameHint }}
      hints={{ name: isUnnamed && !manual.isLookedUp ? (found.gtin === null ? t.codeOfShop : t.whatIsIt) : undefined }}
      after={{
        day: (
          // Reserves space until the code is loaded, so that no field moves under a finger.
          <Suspense fallback={<Skeleton height={44} />}>
            <DateLabelButton
              printed={fields.printed}
              onFound={(printed) => manual.edit(withDay(fields, printed.day, estimate, printed))}
            />
          </Suspense>
        ),
        name: (
          <>
            {isUnnamed && found.gtin !== null && (
              <ProductLookup key={found.gtin} gtin={found.gtin} onFound={manual.fillFromLookup} />
            )}
            <NameSuggestions typed={fields.name.trim()} catalogue={catalogue} onChoose={choose} />
          </>
        ),
      }}
    />
  );
}
