import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { CATEGORIES } from "../../lib/domain/products";
import { ItemFields } from "../../ui/item-fields/ItemFields";
import type { ItemFields as Fields } from "../../ui/item-fields/model";
import { useCommon } from "../../ui/strings";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The rest of the "Add Item" form. `unit` is what counts: the one chosen, or the one that was typed. */
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
  const [more, setMore] = useState(false);
  return (
    <>
      <ItemFields fields={{ ...fields, unit }} onChange={onChange} parts={["amount"]} min={1} step={1} />
      <button
        type="button"
        className="row gap-6 green strong tap self-start"
        aria-expanded={more}
        aria-controls="add-more"
        onClick={() => setMore(!more)}
      >
        <ChevronDown size={18} aria-hidden className="chevron" />
        {t.moreFields} <span className="soft regular">({common.optional})</span>
      </button>
      <div id="add-more" hidden={!more} className="stack gap-16 top shrink">
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
