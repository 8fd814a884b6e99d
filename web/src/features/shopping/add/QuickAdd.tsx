import { Suspense, useRef, useState, type ComponentType } from "react";
import { ChevronUp, ListPlus } from "lucide-react";
import type { ShoppingListItem } from "../../../api/types";
import type { FoundProduct } from "../../../lib/domain/gs1";
import { useWide } from "../../../lib/browser/wide";
import { Button, IconButton } from "../../../ui/widgets/Button";
import { classes } from "../../../ui/classes";
import { ProductLookup } from "../../../ui/product-lookup/ProductLookup";
import { useAfterClosing } from "../../../ui/hooks/use-after-closing";
import { useDock } from "../use-dock";
import { AddFields } from "./AddFields";
import { NameLine } from "./NameLine";
import styles from "./QuickAdd.module.css";
import { Suggestions } from "./Suggestions";
import { useQuickAdd } from "./use-quick-add";
import { useShoppingStrings } from "virtual:strings/shopping";

export interface BarcodeDialogProps {
  onFound: (found: FoundProduct) => void;
  onClose: () => void;
}

interface QuickAddProps {
  items: readonly ShoppingListItem[];
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/**
 * The quick add line. Adds rows by typed text ("500 g flour"), a suggestion or a barcode; the arrow opens the whole
 * "Add Item" form. If a barcode is unknown, the user types its name, which is stored for the next time.
 */
export function QuickAdd({ items, barcodeDialog: BarcodeDialog }: QuickAddProps) {
  const t = useShoppingStrings();
  const [isOpen, setIsOpen] = useState(false);
  const [isActive, setIsActive] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  const isWide = useWide();
  const dock = useRef<HTMLDivElement>(null);
  useDock(dock);
  const focusName = () => dock.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus();
  const state = useQuickAdd(items, isActive, focusName);
  const { fields, suggestions, unknownCode } = state;
  const offersCatalogue = isActive && !isOpen && fields.name === "";
  const afterScan = useAfterClosing(isScanning);
  const addFromPackage = (found: FoundProduct) => {
    setIsScanning(false);
    if (!state.addFromPackage(found)) afterScan(focusName);
  };

  return (
    // The handlers only observe the focus and Escape.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={dock}
      className={`card ${styles.dock}`}
      onFocus={() => setIsActive(true)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setIsActive(false);
        // Safari focuses no button that is clicked.
        if (event.relatedTarget !== null && !event.relatedTarget.closest("dialog")) state.forgetCode();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isScanning) return;
        if (isOpen) setIsOpen(false);
        else state.forgetCode();
      }}
    >
      <form
        noValidate
        className={`flex gap-10 column ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          state.addTyped();
        }}
        aria-labelledby="add-title"
      >
        <h2 id="add-title" className={classes(styles.title, !isWide && (isOpen ? "large" : "visually-hidden"))}>
          {t.addTitle}
        </h2>
        <div className={`stack gap-4 start ${styles.line}`}>
          <IconButton
            label={isOpen ? t.fewerFields : t.allFields}
            icon={<ChevronUp size={22} strokeWidth={1.75} aria-hidden className="chevron" />}
            className="only-narrow"
            aria-expanded={isOpen}
            aria-controls="add-fields"
            onClick={() => setIsOpen(!isOpen)}
          />
          <NameLine state={state} onScan={() => setIsScanning(true)} />
          <Button
            type="submit"
            variant="primary"
            className={styles.add}
            aria-label={t.addAction}
            icon={<ListPlus size={22} aria-hidden />}
          >
            {t.addAction}
          </Button>
        </div>
        {unknownCode !== null && unknownCode !== "" && (
          <div className="unless-empty">
            <ProductLookup key={unknownCode} gtin={unknownCode} onFound={state.fillFromLookup} />
          </div>
        )}
        {(suggestions.length > 0 || offersCatalogue) && (
          <Suggestions
            suggestions={suggestions}
            offersCatalogue={offersCatalogue}
            listed={state.listed}
            onAdd={state.addSuggestion}
            onDismiss={(name) => {
              state.dismiss(name);
              focusName();
            }}
          />
        )}
        <div id="add-fields" className={`stack gap-12 ${styles.fields}`} data-open={isOpen || undefined}>
          <AddFields fields={fields} unit={state.amount.unit} onChange={state.edit} />
        </div>
      </form>
      <Suspense>
        {isScanning && <BarcodeDialog onFound={addFromPackage} onClose={() => setIsScanning(false)} />}
      </Suspense>
    </div>
  );
}
