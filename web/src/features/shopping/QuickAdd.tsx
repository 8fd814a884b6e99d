import { Suspense, useMemo, useRef, useState, type ClipboardEvent, type ComponentType, type FormEvent } from "react";
import { ChevronUp, ListPlus, ScanBarcode } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import type { FoundProduct } from "../../lib/domain/gs1";
import { useWide } from "../../lib/browser/wide";
import { useLanguage } from "../../lib/language/i18n";
import type { LookedUpProduct } from "../../lib/open-food-facts/answer";
import { categoryNamed } from "../../lib/domain/products";
import { folded } from "../../lib/domain/search";
import type { QuickEntry } from "../../lib/domain/quick-entry";
import { parseEntries, parseLines } from "../../lib/domain/several-entries";
import { Button, IconButton } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { classes } from "../../ui/classes";
import { EMPTY_FIELDS, type ItemFields } from "../../ui/item-fields/model";
import { ProductLookup } from "../../ui/product-lookup/ProductLookup";
import { useCommon } from "../../ui/strings";
import { useAfterClosing } from "../../ui/use-after-closing";
import { useProducts } from "../../ui/use-products";
import { AddFields } from "./AddFields";
import styles from "./QuickAdd.module.css";
import { Suggestions } from "./Suggestions";
import { amountText } from "./amount-text";
import { amountsByName } from "./list-lines";
import { useLearnCode } from "./mutations/household";
import { useAddRow } from "./mutations/rows";
import { parseQuantity } from "./quantity";
import { useShoppingStrings } from "virtual:strings/shopping";
import type { Suggestion } from "./suggestions";
import { useDock } from "./use-dock";
import { usePutOff } from "./use-put-off";
import { useSuggestions } from "./use-suggestions";

export interface BarcodeDialogProps {
  onFound: (found: FoundProduct) => void;
  onClose: () => void;
}

interface AddLineProps {
  items: readonly ShoppingListItem[];
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/** The initial values of the "Add Item" form (specification §3). */
const EMPTY_LINE: ItemFields = { ...EMPTY_FIELDS, category: "Pantry Staples" };

/**
 * The list's one way in: what is typed ("500 g flour"), what it suggests, or what a barcode names. Behind the arrow it
 * is the whole "Add Item" form. A barcode that this larder does not know is named in the line, and known from then on.
 */
export function QuickAdd({ items, barcodeDialog: BarcodeDialog }: AddLineProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const addRow = useAddRow();
  const learnCode = useLearnCode();
  const language = useLanguage();
  const catalogue = useProducts();
  const [fields, setFields] = useState(EMPTY_LINE);
  /** Fields set by the user stay, whatever the text says. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(false);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(false);
  const [scanning, setScanning] = useState(false);
  /** A barcode that waits for its name; "" for one that is not worth remembering. */
  const [unknown, setUnknown] = useState<string | null>(null);
  /** A product's name that was looked up. It is one entry, whatever commas and numbers it has. */
  const [lookedUp, setLookedUp] = useState<string | null>(null);
  const isWide = useWide();
  const dock = useRef<HTMLDivElement>(null);
  useDock(dock);
  const listed = useMemo(() => amountsByName(items.filter((item) => !item.isCompleted)), [items]);
  const entries = fields.name === lookedUp ? [{ name: fields.name } satisfies QuickEntry] : parseEntries(fields.name);
  const [entry = { name: "" }]: readonly QuickEntry[] = entries;
  const [putOff, onPutOff] = usePutOff();
  const suggestions = useSuggestions(entries.length > 1 ? "" : entry.name, items, listed, putOff, active);
  const focusName = () => dock.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus();
  const set = (next: Partial<ItemFields>) => {
    setFields((before) => ({ ...before, ...next }));
    setChosen((before) => new Set([...before, ...Object.keys(next)]));
  };
  const amount = {
    quantity: !chosen.has("quantity") && entry.quantity !== undefined ? entry.quantity : parseQuantity(fields.quantity),
    unit: chosen.has("unit") ? fields.unit : (entry.unit ?? fields.unit),
  };

  const add = (name: string, category: string, unit = amount.unit, findCategory = false) => {
    addRow({ name, category, quantity: amount.quantity, unit, notes: fields.notes.trim() }, { findCategory });
    if (unknown !== null && unknown !== "") learnCode({ code: unknown, name, category, unit });
    reset();
  };
  const reset = () => {
    setUnknown(null);
    setLookedUp(null);
    setFields(EMPTY_LINE);
    setChosen(new Set());
    setMissing(false);
    // Lists are typed one line after the other.
    focusName();
  };
  const take = ({ name, category, unit }: Suggestion) =>
    add(
      name,
      chosen.has("category") ? fields.category : category,
      entry.unit ?? (chosen.has("unit") ? fields.unit : unit),
    );
  /** "mince, onions and garlic", or the lines of a pasted list: each becomes a row. */
  const addAll = (all: readonly QuickEntry[]) => {
    for (const { name, quantity = 1, unit = fields.unit } of all) {
      const category = catalogue && categoryNamed(name, catalogue);
      const row = { name, category: category ?? fields.category, quantity, unit, notes: fields.notes.trim() };
      addRow(row, { findCategory: !catalogue });
    }
    reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.name === "") {
      setMissing(true);
      focusName();
      return;
    }
    if (entries.length > 1) return addAll(entries);
    if (chosen.has("category")) return add(entry.name, fields.category);
    const bought = suggestions.find(({ name }) => folded(name) === folded(entry.name));
    const category = bought?.category ?? (catalogue && categoryNamed(entry.name, catalogue));
    add(entry.name, category ?? fields.category, amount.unit, !bought && !catalogue);
  };
  const paste = (event: ClipboardEvent) => {
    const lines = parseLines(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    addAll(lines);
  };
  const afterScan = useAfterClosing(scanning);
  const found = ({ gtin, known }: FoundProduct) => {
    setScanning(false);
    if (known) return addRow({ name: known.name, category: known.category, quantity: 1, unit: known.unit, notes: "" });
    // The name of the barcode before this one.
    if (fields.name === lookedUp) reset();
    setUnknown(gtin ?? "");
    afterScan(focusName);
  };
  const fillIn = (product: LookedUpProduct, replace = false) => {
    if (fields.name.trim() !== "" && !replace) return false;
    const category = product.category ?? (catalogue && categoryNamed(product.title, catalogue));
    set({ name: product.name, ...(category !== undefined && { category }) });
    setLookedUp(product.name);
    setMissing(false);
    return true;
  };
  const hint =
    unknown !== null && fields.name !== lookedUp
      ? unknown === ""
        ? t.codeOfShop
        : t.whatIsIt
      : entries.length > 1
        ? t.understoodSeveral(entries.map(({ name }) => name).join(" · "))
        : entry.quantity === undefined
          ? undefined
          : t.understood(amountText({ amounts: [amount] }, common, language), entry.name);

  return (
    // Only observes whether the line has the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={dock}
      className={`card ${styles.dock}`}
      onFocus={() => setActive(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setActive(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) setOpen(false);
      }}
    >
      <form noValidate className={`flex gap-10 column ${styles.form}`} onSubmit={submit} aria-labelledby="add-title">
        <h2 id="add-title" className={classes(styles.title, !isWide && (open ? "large" : "visually-hidden"))}>
          {t.addTitle}
        </h2>
        <div className={`stack gap-4 start ${styles.line}`}>
          <IconButton
            label={open ? t.fewerFields : t.allFields}
            icon={<ChevronUp size={22} strokeWidth={1.75} aria-hidden className="chevron" />}
            className="only-narrow"
            aria-expanded={open}
            aria-controls="add-fields"
            onClick={() => setOpen(!open)}
          />
          <div className={`place ${styles.name}`}>
            <TextField
              label={common.itemName}
              hideLabel
              name="name"
              value={fields.name}
              placeholder={t.namePlaceholder}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="done"
              error={missing ? `${t.missingTitle}: ${t.missingText}` : undefined}
              hint={hint}
              onPaste={paste}
              onChange={(event) => {
                setFields({ ...fields, name: event.target.value });
                setMissing(false);
              }}
            />
            <IconButton
              label={t.scanBarcode}
              icon={<ScanBarcode size={22} strokeWidth={1.75} aria-hidden />}
              className={styles.scan}
              aria-haspopup="dialog"
              onClick={() => setScanning(true)}
            />
          </div>
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
        {unknown !== null && unknown !== "" && (
          <div className="unless-empty">
            <ProductLookup key={unknown} gtin={unknown} onFound={fillIn} />
          </div>
        )}
        {suggestions.length > 0 && (
          <Suggestions
            suggestions={suggestions}
            listed={listed}
            onAdd={take}
            onPutOff={(name) => {
              onPutOff(name);
              focusName();
            }}
          />
        )}
        <div id="add-fields" className={`stack gap-12 ${styles.fields}`} data-open={open || undefined}>
          <AddFields fields={fields} unit={amount.unit} onChange={set} />
        </div>
      </form>
      <Suspense>{scanning && <BarcodeDialog onFound={found} onClose={() => setScanning(false)} />}</Suspense>
    </div>
  );
}
