import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { CATEGORIES } from "../../../lib/domain/products";
import { ItemFields } from "../../../ui/item-fields/ItemFields";
import type { ItemFields as Fields } from "../../../ui/item-fields/model";
import { useCommon } from "../../../ui/text/strings";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The other fields of the "Add Item" form. `unit` is the chosen unit, or else the one in the typed text. */
export function AddFields({
  fields,
  unit,
  onChange,
}: {
  fields: Fields;
  unit: string;
  onChange: (next: Partial<Fields>) => void;
}) {
  const common = useCommon();
  const t = useShoppingStrings();
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <>
      <ItemFields fields={{ ...fields, unit }} onChange={onChange} parts={["amount"]} min={1} step={1} />
      <button
        type="button"
        className="row gap-6 green strong tap self-start"
        aria-expanded={isExpanded}
        aria-controls="add-more"
        onClick={() => setIsExpanded(!isExpanded)}
      >
        <ChevronDown size={18} aria-hidden className="chevron" />
        {t.moreFields} <span className="muted regular">({common.optional})</span>
      </button>
      <div id="add-more" hidden={!isExpanded} className="stack gap-16 top shrink">
        <ItemFields
          fields={fields}
          onChange={onChange}
          parts={["category", "notes"]}
          categories={CATEGORIES}
          placeholders={{ notes: t.notesPlaceholder }}
        />
      </div>
    </>
  );
}
