import { Suspense, useMemo, useRef, useState, type ClipboardEvent, type ComponentType } from "react";
import { ChevronUp, ListPlus, ScanBarcode } from "lucide-react";
import { learnCode } from "../../../api/product-codes";
import type { ShoppingListItem } from "../../../api/types";
import { aisleOf } from "../../../lib/domain/catalogue";
import { isOfOneChain, type FoundProduct } from "../../../lib/domain/gs1";
import { useWide } from "../../../lib/browser/wide";
import { useLanguage } from "../../../lib/language/i18n";
import { writeNumber } from "../../../lib/language/numbers";
import { useScreenDraft } from "../../../lib/state/screen-drafts";
import type { LookedUpProduct } from "../../../lib/open-food-facts/product-response";
import { categoryNamed } from "../../../lib/domain/products";
import { sameFoodKey } from "../../../lib/domain/food-name";
import type { QuickEntry } from "../../../lib/domain/quick-entry";
import { Button, IconButton } from "../../../ui/widgets/Button";
import { TextField } from "../../../ui/widgets/Field";
import { classes } from "../../../ui/classes";
import { EMPTY_FIELDS, MAX_NAME_LENGTH, type ItemFields } from "../../../ui/item-fields/model";
import { ProductLookup } from "../../../ui/product-lookup/ProductLookup";
import { useCommon } from "../../../ui/text/strings";
import { useAfterClosing } from "../../../ui/hooks/use-after-closing";
import { useProducts } from "../../../ui/hooks/use-products";
import { AddFields } from "./AddFields";
import styles from "./QuickAdd.module.css";
import { Suggestions } from "./Suggestions";
import { amountText } from "../list/amount-text";
import { parseEntries, parseLines } from "./entries";
import { amountsByName } from "../list/list-lines";
import { addRow } from "../mutations/rows";
import { parseQuantity } from "./quantity";
import { useShoppingStrings } from "virtual:strings/shopping";
import type { Suggestion } from "./suggestions";
import { useDock } from "../use-dock";
import { useDismissedSuggestions } from "./use-dismissed-suggestions";
import { useSuggestions } from "./use-suggestions";

export interface BarcodeDialogProps {
  onFound: (found: FoundProduct) => void;
  onClose: () => void;
}

interface QuickAddProps {
  items: readonly ShoppingListItem[];
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/** Room for a pasted list with commas; each name in it has the limit of a name. */
const MAX_LINE_LENGTH = 5_000;
const NONE: ReadonlySet<string> = new Set();
/** The number of understood names that the hint shows. */
const MAX_NAMES_SHOWN = 10;

/** The initial values of the "Add Item" form (specification §3). */
const INITIAL_FIELDS: ItemFields = { ...EMPTY_FIELDS, category: "Pantry Staples" };

/**
 * The quick add line. Adds rows by typed text ("500 g flour"), a suggestion or a barcode; the arrow opens the whole
 * "Add Item" form. If a barcode is unknown, the user types its name, which is stored for the next time.
 */
export function QuickAdd({ items, barcodeDialog: BarcodeDialog }: QuickAddProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const catalogue = useProducts();
  const [fields, setFields] = useScreenDraft("list.fields", INITIAL_FIELDS);
  /** The fields that the user has set. They take precedence over the typed text. */
  const [editedFields, setEditedFields] = useScreenDraft<ReadonlySet<string>>("list.edited", NONE);
  /** Why the typed line was not added. */
  const [problem, setProblem] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [isActive, setIsActive] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  /** An unknown barcode, whose name the user is asked for; "" if it is not a product number that can be stored. */
  const [unknownCode, setUnknownCode] = useScreenDraft<string | null>("list.code", null);
  /** The name of a looked-up product. It is one entry, even if it contains commas or numbers. */
  const [lookedUpName, setLookedUpName] = useScreenDraft<string | null>("list.lookedUp", null);
  const isWide = useWide();
  const dock = useRef<HTMLDivElement>(null);
  useDock(dock);
  const listed = useMemo(() => amountsByName(items.filter((item) => !item.isCompleted)), [items]);
  const entries =
    fields.name === lookedUpName ? [{ name: fields.name } satisfies QuickEntry] : parseEntries(fields.name);
  const [entry = { name: "" }]: readonly QuickEntry[] = entries;
  const [dismissed, dismiss] = useDismissedSuggestions();
  const suggestions = useSuggestions(entries.length > 1 ? "" : entry.name, items, listed, dismissed, isActive);
  const offersCatalogue = isActive && !isOpen && fields.name === "";
  const focusName = () => dock.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus();
  const editFields = (next: Partial<ItemFields>) => {
    setFields((before) => ({ ...before, ...next }));
    setEditedFields((before) => new Set([...before, ...Object.keys(next)]));
  };
  const amount = {
    quantity:
      !editedFields.has("quantity") && entry.quantity !== undefined ? entry.quantity : parseQuantity(fields.quantity),
    unit: editedFields.has("unit") ? fields.unit : (entry.unit ?? fields.unit),
  };

  const notesWith = (note = "") => [note, fields.notes.trim()].filter(Boolean).join(", ");
  const add = (name: string, category: string, unit = amount.unit, findCategory = false) => {
    addRow({ name, category, quantity: amount.quantity, unit, notes: notesWith(entry.note) }, { findCategory });
    const { quantity } = amount;
    if (unknownCode !== null && unknownCode !== "") learnCode({ code: unknownCode, name, category, quantity, unit });
    reset();
  };
  const reset = () => {
    setUnknownCode(null);
    setLookedUpName(null);
    setFields(INITIAL_FIELDS);
    setEditedFields(NONE);
    setProblem(undefined);
    // The user may type several lines, one after the other.
    focusName();
  };
  const addSuggestion = ({ name, category, unit }: Suggestion) =>
    add(
      name,
      editedFields.has("category") ? fields.category : category,
      entry.unit ?? (editedFields.has("unit") ? fields.unit : unit),
    );
  /** Adds a row for each entry of "mince, onions and garlic", or for each line of a pasted list. */
  const addAll = (all: readonly QuickEntry[]) => {
    if (all.some(({ name }) => name.length > MAX_NAME_LENGTH)) return refuse(common.tooLong(MAX_NAME_LENGTH));
    const isChosen = editedFields.has("category");
    const usual = editedFields.has("quantity") ? amount.quantity : 1;
    for (const { name, quantity = usual, unit = fields.unit, note } of all) {
      const category = isChosen ? undefined : catalogue && categoryNamed(name, catalogue);
      const row = { name, category: category ?? fields.category, quantity, unit, notes: notesWith(note) };
      addRow(row, { findCategory: !isChosen && !catalogue });
    }
    reset();
  };
  const refuse = (reason: string) => {
    setProblem(reason);
    focusName();
  };
  const submit = () => {
    if (entry.name === "") return refuse(`${t.missingTitle}: ${t.missingText}`);
    if (entries.length > 1 || entry.name.length > MAX_NAME_LENGTH) return addAll(entries);
    if (editedFields.has("category")) return add(entry.name, fields.category);
    const suggestion = suggestions.find(({ name }) => sameFoodKey(name) === sameFoodKey(entry.name));
    const category = suggestion?.category ?? (catalogue && categoryNamed(entry.name, catalogue));
    add(entry.name, category ?? fields.category, amount.unit, !suggestion && !catalogue);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = parseLines(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    addAll(lines);
    // A name that was typed before is no part of the list, unless the list replaces it.
    if (selectionStart !== 0 || selectionEnd !== value.length) setFields((before) => ({ ...before, name: value }));
  };
  /** Forgets an unknown barcode that the user leaves without a name, so that it is not stored for the next name. */
  const forgetCode = () => {
    if (fields.name.trim() === "") setUnknownCode(null);
  };
  const afterScan = useAfterClosing(isScanning);
  const addFromPackage = ({ gtin, known }: FoundProduct) => {
    setIsScanning(false);
    const learnt = known && { ...known, category: aisleOf(known.category), quantity: known.quantity ?? 1 };
    if (learnt && !isOfOneChain(gtin)) return addRow({ ...learnt, notes: "" });
    // A typed name belongs to the row that was begun before, and a looked-up one to an earlier barcode.
    if (fields.name === lookedUpName) reset();
    else if (entry.name !== "") submit();
    if (learnt) editFields({ ...learnt, quantity: writeNumber(language, learnt.quantity) });
    else setUnknownCode(gtin ?? "");
    afterScan(focusName);
  };
  const fillFromLookup = (product: LookedUpProduct, replace = false) => {
    if (fields.name.trim() !== "" && !replace) return false;
    const category = product.category ?? (catalogue && categoryNamed(product.title, catalogue));
    editFields({ name: product.name, ...(category !== undefined && { category }) });
    setLookedUpName(product.name);
    setProblem(undefined);
    return true;
  };
  const shownNames = entries
    .slice(0, MAX_NAMES_SHOWN)
    .map(({ name }) => name)
    .join(" · ");
  const hint =
    unknownCode !== null && fields.name !== lookedUpName
      ? unknownCode === ""
        ? t.codeOfShop
        : t.whatIsIt
      : entries.length > 1
        ? t.understoodSeveral(entries.length > MAX_NAMES_SHOWN ? `${shownNames} … (${entries.length})` : shownNames)
        : entry.quantity === undefined
          ? undefined
          : t.understood(amountText({ amounts: [amount] }, common, language), entry.name);

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
        if (event.relatedTarget !== null && !event.relatedTarget.closest("dialog")) forgetCode();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isScanning) return;
        if (isOpen) setIsOpen(false);
        else forgetCode();
      }}
    >
      <form
        noValidate
        className={`flex gap-10 column ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
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
          <div className={`place ${styles.name}`}>
            <TextField
              label={common.itemName}
              hideLabel
              name="name"
              value={fields.name}
              placeholder={t.namePlaceholder}
              maxLength={MAX_LINE_LENGTH}
              autoComplete="off"
              enterKeyHint="done"
              error={problem}
              hint={hint}
              onPaste={paste}
              onChange={(event) => {
                setFields({ ...fields, name: event.target.value });
                setProblem(undefined);
              }}
            />
            <IconButton
              label={t.scanBarcode}
              icon={<ScanBarcode size={22} strokeWidth={1.75} aria-hidden />}
              className={styles.scan}
              aria-haspopup="dialog"
              onClick={() => setIsScanning(true)}
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
        {unknownCode !== null && unknownCode !== "" && (
          <div className="unless-empty">
            <ProductLookup key={unknownCode} gtin={unknownCode} onFound={fillFromLookup} />
          </div>
        )}
        {(suggestions.length > 0 || offersCatalogue) && (
          <Suggestions
            suggestions={suggestions}
            offersCatalogue={offersCatalogue}
            listed={listed}
            onAdd={addSuggestion}
            onDismiss={(name) => {
              dismiss(name);
              focusName();
            }}
          />
        )}
        <div id="add-fields" className={`stack gap-12 ${styles.fields}`} data-open={isOpen || undefined}>
          <AddFields fields={fields} unit={amount.unit} onChange={editFields} />
        </div>
      </form>
      <Suspense>
        {isScanning && <BarcodeDialog onFound={addFromPackage} onClose={() => setIsScanning(false)} />}
      </Suspense>
    </div>
  );
}
