import {
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
} from "react";
import { flushSync } from "react-dom";
import { Plus, ScanBarcode } from "lucide-react";
import { moveItems, usePlaces } from "../../api/own-places";
import { useNow } from "../../lib/clock";
import { MANUAL_CATEGORIES, withPresent } from "../../lib/domain/catalogue";
import { dayField, expiryAfter } from "../../lib/domain/freshness";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/answer";
import { offeredUnits } from "../../lib/domain/units";
import { newId } from "../../lib/ids";
import { useHistoryState, useSearchParams } from "../../lib/router";
import { useAuth } from "../../lib/auth/use-auth";
import { useLanguage } from "../../lib/i18n";
import { parseNumber } from "../../lib/numbers";
import { productName, productNamed, search, type Product } from "../../lib/products";
import { Button } from "../../ui/Button";
import { NumberField, SelectField, TextField } from "../../ui/Field";
import { PlaceSelect } from "../../ui/PlaceSelect";
import { ProductLookup } from "../../ui/product-lookup/ProductLookup";
import surface from "../../ui/Surface.module.css";
import { classes } from "../../ui/classes";
import { translated, unitName, useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { useAfterClosing } from "../../ui/use-after-closing";
import { useProducts } from "../../ui/use-products";
import {
  EMPTY,
  checkManual,
  learntUnit,
  manualItem,
  withCategory,
  withDay,
  withLookup,
  withPackage,
  withProduct,
  type ManualFields,
} from "./manual-form";
import { useAddItem, useLearnCode } from "./mutations";
import { useScanStrings } from "virtual:strings/scan";

/** Categories of the catalogue that are mostly sold without a date. */
const LOOSE: ReadonlySet<string> = new Set(["Fruits", "Vegetables", "Health & Beauty", "Cleaning Supplies"]);

function openPicker(field: HTMLInputElement | null | undefined): void {
  try {
    field?.showPicker();
  } catch {
    // Not supported, or not allowed without a tap; a tap on the field opens it.
  }
}

/** Fits into one or two rows on a phone. */
const SUGGESTIONS = 3;

export interface BarcodeDialogProps {
  onFound: (found: FoundProduct) => void;
  onClose: () => void;
}

/**
 * Adds items without a receipt. The catalogue's data of a name fills the other fields, until the user sets them.
 * `begin` focuses the form ("hand"), or opens the barcode camera ("barcode").
 */
export function ManualAddForm({
  begin,
  barcodeDialog: BarcodeDialog,
}: {
  begin: string | null;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}) {
  const common = useCommon();
  const t = useScanStrings();
  const language = useLanguage();
  const now = useNow();
  const { uid } = useAuth();
  const addItem = useAddItem();
  const learnCode = useLearnCode();
  const catalogue = useProducts();
  const [fields, setFields] = useState(EMPTY);
  const [own, setOwn] = useState(false);
  const places = usePlaces();
  /** Where it is put; empty for its usual place. */
  const [place, setPlace] = useState("");
  const [tried, setTried] = useState(false);
  const [scanning, setScanning] = useState(false);
  /** The package that was scanned; its name is learnt with it. */
  const [found, setFound] = useState<FoundProduct | null>(null);
  /** True once a product that was looked up has filled the form. */
  const [lookedUp, setLookedUp] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = checkManual(fields);
  const shown = (field: "name" | "quantity" | "shelfLife", text: string) =>
    tried && problems.has(field) ? text : undefined;
  const typed = useDeferredValue(fields.name.trim());
  const suggestions = useMemo(
    () =>
      catalogue && typed.length >= 2 && !productNamed(typed, catalogue) ? search(catalogue, typed, SUGGESTIONS) : [],
    [catalogue, typed],
  );
  const focusName = () => form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();

  // Another tap on the link to this form makes a new history entry, and focuses the name again.
  const entry = useHistoryState();
  const [, setSearch] = useSearchParams();
  useEffect(() => {
    if (begin === "hand") focusName();
  }, [begin, entry]);
  useEffect(() => {
    // A reload or a step back does not open the camera again.
    if (begin === "barcode" && scanning) setSearch(() => new URLSearchParams({ tab: "scan" }), { replace: true });
  }, [begin, scanning, setSearch]);
  if (begin === "barcode" && !scanning) setScanning(true);

  /** Fields set by the user are no longer filled from the catalogue. */
  const say = (next: ManualFields) => {
    setOwn(true);
    setFields(next);
  };
  /** The package's own day and weight stay, whatever it turns out to be. */
  const scannedToo = (next: ManualFields) =>
    found ? withPackage(next, { ...found, known: undefined }, undefined, now) : next;
  const setName = (name: string) => {
    const known = own ? undefined : catalogue && productNamed(name.trim(), catalogue);
    if (known) setFields(scannedToo(withProduct({ ...fields, name }, known.category, known.product)));
    // No longer a known name.
    else
      setFields(
        own ? { ...fields, name } : scannedToo({ ...EMPTY, name, quantity: fields.quantity, notes: fields.notes }),
      );
  };
  // The user may have typed before the catalogue was loaded.
  const [asked, setAsked] = useState(catalogue);
  if (asked !== catalogue) {
    setAsked(catalogue);
    if (!own && fields.name !== "") setName(fields.name);
  }
  const take = (category: string, product: Product) => {
    flushSync(() =>
      setFields(scannedToo(withProduct({ ...fields, name: productName(product, language) }, category, product))),
    );
    const day = form.current?.querySelector<HTMLInputElement>('[name="day"]');
    day?.focus();
    // On a phone the focus alone opens no calendar. Loose fruit has no date to read off.
    if (!LOOSE.has(category) && matchMedia("(pointer: coarse)").matches) openPicker(day);
  };

  const afterScan = useAfterClosing(scanning);
  const scanned = (product: FoundProduct) => {
    setScanning(false);
    setFound(product);
    setLookedUp(false);
    setOwn(product.known !== undefined);
    setFields(withPackage(EMPTY, product, catalogue, now));
    // The next step: the item is added, or named first.
    afterScan(() =>
      product.known ? form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus() : focusName(),
    );
  };

  const fillIn = (product: LookedUpProduct, replace = false) => {
    if (fields.name.trim() !== "" && !replace) return false;
    say(scannedToo(withLookup(product, catalogue)));
    setLookedUp(true);
    return true;
  };

  const add = (event: FormEvent) => {
    event.preventDefault();
    const [first] = problems;
    setTried(first !== undefined);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const item = manualItem(fields, newId(), uid ?? "", new Date());
    addItem(item);
    // Where it lies decides how long it keeps.
    const target = places.find(({ id }) => id === place);
    if (target) moveItems([item], target);
    const learnt = { name: fields.name.trim(), category: fields.category || "Other", unit: learntUnit(fields) };
    if (found?.gtin && found.known?.name !== learnt.name) learnCode({ code: found.gtin, ...learnt });
    setFound(null);
    showToast({ tone: "success", title: t.addedToTracker, text: t.addedToTrackerText });
    setFields(EMPTY);
    setOwn(false);
    setPlace("");
    focusName();
  };

  const days = parseNumber(fields.shelfLife);
  return (
    <section className={classes(surface.card, surface.stack)} aria-labelledby="manual-title">
      <div className={surface.split}>
        <h2 id="manual-title">{t.manualTitle}</h2>
        <Button
          size="small"
          icon={<ScanBarcode size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setScanning(true)}
        >
          {t.manualScan}
        </Button>
      </div>
      <form ref={form} noValidate onSubmit={add} className={surface.stack}>
        <TextField
          label={t.manualName}
          name="name"
          placeholder={t.manualNameHint}
          value={fields.name}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
          error={shown("name", t.manualMissing)}
          hint={found && !found.known && !lookedUp ? (found.gtin === null ? t.codeOfShop : t.whatIsIt) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {found?.gtin && !found.known && <ProductLookup key={found.gtin} gtin={found.gtin} onFound={fillIn} />}
        {suggestions.length > 0 && (
          <div role="group" aria-label={t.manualSuggestions} className={surface.row}>
            {suggestions.map(({ category, product }) => (
              <Button key={`${category} ${product.name}`} size="small" onClick={() => take(category, product)}>
                {productName(product, language)}
              </Button>
            ))}
          </div>
        )}
        <SelectField
          label={`${common.category} (${common.optional})`}
          name="category"
          value={fields.category}
          onChange={(event) => say(withCategory(fields, event.target.value))}
        >
          <option value="">{common.chooseCategory}</option>
          {withPresent(MANUAL_CATEGORIES, fields.category).map((category) => (
            <option key={category} value={category}>
              {translated(common.categories, category)}
            </option>
          ))}
        </SelectField>
        <div className={surface.twoColumns}>
          <NumberField
            label={common.quantity}
            name="quantity"
            min={1}
            step={0.1}
            value={fields.quantity}
            error={shown("quantity", t.manualQuantity)}
            onChange={(quantity) => setFields({ ...fields, quantity })}
          />
          <SelectField
            label={common.unit}
            name="unit"
            value={fields.unit}
            onChange={(event) => say({ ...fields, unit: event.target.value })}
          >
            {withPresent(offeredUnits(), fields.unit).map((unit) => (
              <option key={unit} value={unit}>
                {unitName(common, unit)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={surface.twoColumns}>
          <NumberField
            label={common.shelfLife}
            name="shelfLife"
            min={1}
            step={1}
            value={fields.shelfLife}
            error={shown("shelfLife", t.manualDays)}
            onChange={(shelfLife) => say({ ...fields, shelfLife, day: null })}
          />
          <TextField
            label={t.bestBefore}
            type="date"
            name="day"
            value={fields.day ?? (days >= 1 && days <= 3_650 ? dayField(expiryAfter(days, now)) : "")}
            onChange={(event) => say(withDay(fields, event.target.value, now))}
          />
        </div>
        <PlaceSelect value={place} places={places} usual={t.usualPlace} onChange={setPlace} />
        <Button variant="secondary" type="submit" wide icon={<Plus size={20} aria-hidden />}>
          {t.manualAdd}
        </Button>
      </form>
      <Suspense>{scanning && <BarcodeDialog onFound={scanned} onClose={() => setScanning(false)} />}</Suspense>
    </section>
  );
}
