import {
  Suspense,
  lazy,
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
import { usePlaces } from "../../api/settings/own-places";
import { useNow } from "../../lib/time/clock";
import { isSoldWithoutDate, MANUAL_CATEGORIES } from "../../lib/domain/catalogue";
import { dayField } from "../../lib/domain/freshness";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/answer";
import { newId } from "../../lib/state/ids";
import { useSearchParams } from "../../lib/navigation/router";
import { useAuth } from "../../lib/auth/use-auth";
import { formatFutureDay } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { productName, productNamed, search, type Product } from "../../lib/domain/products";
import { Button } from "../../ui/Button";
import type { DateLabelButtonProps } from "../../ui/date-label/DateLabelButton";
import { openPicker } from "../../ui/date-label/open-picker";
import { ItemFields } from "../../ui/item-fields/ItemFields";
import { EMPTY_FIELDS, focusProblem, problemsOf, withDay, type ItemFields as Fields } from "../../ui/item-fields/model";
import { Skeleton } from "../../ui/Skeleton";
import { ProductLookup } from "../../ui/product-lookup/ProductLookup";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { useAfterClosing } from "../../ui/use-after-closing";
import { useProducts } from "../../ui/use-products";
import { estimateOf, learntUnit, manualItem, withCategory, withLookup, withPackage, withProduct } from "./manual-form";
import { useAddItem, useLearnCode } from "./mutations";
import { useScanStrings } from "virtual:strings/scan";

const ManualAddSheet = lazy(() => import("./ManualAddSheet"));
// Without its code the form works as without a camera.
const DateLabelButton = lazy<ComponentType<DateLabelButtonProps>>(() =>
  import("../../ui/date-label/DateLabelButton").catch(() => ({ default: () => null })),
);

/** Fits into one or two rows on a phone. */
const SUGGESTIONS = 3;

export interface BarcodeDialogProps {
  asksDate?: boolean;
  onFound: (found: FoundProduct, typesDate: boolean) => void;
  onClose: () => void;
}

interface ManualAddFormProps {
  /** Opens the form as a sheet ("hand"), with the camera for barcodes ("barcode"). */
  begin: string | null;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/**
 * Adds items without a receipt: a card of the page, or a sheet over it, whose name and suggestions stay in view above
 * the keyboard of a phone. The catalogue's data of a name fills the other fields, until the user sets them.
 */
export function ManualAddForm({ begin, barcodeDialog: BarcodeDialog }: ManualAddFormProps) {
  const common = useCommon();
  const t = useScanStrings();
  const language = useLanguage();
  const now = useNow();
  const { uid } = useAuth();
  const addItem = useAddItem();
  const learnCode = useLearnCode();
  const catalogue = useProducts();
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [own, setOwn] = useState(false);
  const places = usePlaces();
  const [tried, setTried] = useState(false);
  const [scanning, setScanning] = useState(false);
  /** The package that was scanned; its name is learnt with it. */
  const [found, setFound] = useState<FoundProduct | null>(null);
  /** True once a product that was looked up has filled the form. */
  const [lookedUp, setLookedUp] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(fields, 1);
  const typed = useDeferredValue(fields.name.trim());
  const suggestions = useMemo(
    () =>
      catalogue && typed.length >= 2 && !productNamed(typed, catalogue) ? search(catalogue, typed, SUGGESTIONS) : [],
    [catalogue, typed],
  );
  const focusName = () => form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();

  const isSheet = begin === "hand" || begin === "barcode";
  const [, setSearch] = useSearchParams();
  useEffect(() => {
    // A reload or a step back does not open the camera again.
    if (begin === "barcode" && scanning)
      setSearch(() => new URLSearchParams({ tab: "scan", add: "hand" }), { replace: true });
  }, [begin, scanning, setSearch]);

  /** Fields set by the user are no longer filled from the catalogue. */
  const say = (next: Fields) => {
    setOwn(true);
    setFields(next);
  };
  /** The package's own day and weight stay, whatever it turns out to be. */
  const scannedToo = (next: Fields) =>
    found ? withPackage(next, { ...found, known: undefined }, undefined, now) : next;
  const setName = (name: string) => {
    const known = own ? undefined : catalogue && productNamed(name.trim(), catalogue);
    if (known) setFields(scannedToo(withProduct({ ...fields, name }, known.category, known.product)));
    // No longer a known name.
    else
      setFields(
        own
          ? { ...fields, name }
          : scannedToo({ ...EMPTY_FIELDS, name, quantity: fields.quantity, place: fields.place }),
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
    if (isSoldWithoutDate(category)) day?.focus();
    else openPicker(day);
  };

  const afterScan = useAfterClosing(scanning);
  const scanned = (product: FoundProduct, typesDate: boolean) => {
    setScanning(false);
    setFound(product);
    setLookedUp(false);
    setOwn(product.known !== undefined);
    setFields(withPackage(EMPTY_FIELDS, product, catalogue, now));
    // The next step: the date is typed, the item is added, or named first.
    afterScan(() => {
      if (typesDate) openPicker(form.current?.querySelector<HTMLInputElement>('[name="day"]'));
      else if (product.known) document.querySelector<HTMLElement>('[form="add-item"]')?.focus();
      else focusName();
    });
  };

  const fillIn = (product: LookedUpProduct, replace = false) => {
    if (fields.name.trim() !== "" && !replace) return false;
    say(scannedToo(withLookup(product, catalogue)));
    setLookedUp(true);
    return true;
  };

  const add = (event: FormEvent) => {
    event.preventDefault();
    setTried(problems.size > 0);
    if (problems.size > 0) return focusProblem(form.current, problems);
    const item = manualItem(fields, newId(), uid ?? "", new Date());
    const undo = addItem(
      item,
      places.find(({ id }) => id === fields.place),
    );
    const learnt = { name: fields.name.trim(), category: fields.category || "Other", unit: learntUnit(fields) };
    if (found?.gtin && found.known?.name !== learnt.name) learnCode({ code: found.gtin, ...learnt });
    setFound(null);
    showToast({
      tone: "success",
      title: t.manualAdded(item.name, formatFutureDay(language, item.expiresAt, now)),
      action: { label: common.undo, run: undo },
    });
    setFields(EMPTY_FIELDS);
    setOwn(false);
    focusName();
  };

  const change = (next: Partial<Fields>) => {
    if (next.name !== undefined) setName(next.name);
    else if (next.category !== undefined) say(withCategory(fields, next.category));
    else if (next.quantity !== undefined || next.place !== undefined) setFields({ ...fields, ...next });
    else say({ ...fields, ...next });
  };
  const estimate = estimateOf(fields, now);
  const scan = (
    <Button
      size="small"
      icon={<ScanBarcode size={18} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => setScanning(true)}
    >
      {t.manualScan}
    </Button>
  );
  const submit = (
    <Button
      variant={isSheet ? "primary" : "secondary"}
      type="submit"
      form="add-item"
      wide={!isSheet}
      icon={<Plus size={20} aria-hidden />}
    >
      {t.manualAdd}
    </Button>
  );
  const content = (
    <form id="add-item" ref={form} noValidate onSubmit={add} className="stack gap-16 top shrink">
      <ItemFields
        fields={fields}
        onChange={change}
        parts={["name", "category", "amount", ["shelfLife", "day"], "place"]}
        problems={tried ? problems : undefined}
        categories={MANUAL_CATEGORIES}
        isCategoryOptional
        min={1}
        day={dayField(estimate.expiresAt)}
        onDay={(day) => say(withDay(fields, day, estimate))}
        places={places}
        usualPlace={t.usualPlace}
        placeholders={{ name: t.manualNameHint }}
        hints={{
          name: found && !found.known && !lookedUp ? (found.gtin === null ? t.codeOfShop : t.whatIsIt) : undefined,
        }}
        after={{
          day: (
            // Its place is kept, so that nothing moves under a finger.
            <Suspense fallback={<Skeleton height={44} />}>
              <DateLabelButton
                printed={fields.printed}
                onFound={(printed) => say(withDay(fields, printed.day, estimate, printed))}
              />
            </Suspense>
          ),
          name: (
            <>
              {found?.gtin && !found.known && <ProductLookup key={found.gtin} gtin={found.gtin} onFound={fillIn} />}
              {suggestions.length > 0 && (
                <div role="group" aria-label={t.manualSuggestions} className="row wrap gap-12">
                  {suggestions.map(({ category, product }) => (
                    <Button key={`${category} ${product.name}`} size="small" onClick={() => take(category, product)}>
                      {productName(product, language)}
                    </Button>
                  ))}
                </div>
              )}
            </>
          ),
        }}
      />
      {!isSheet && submit}
    </form>
  );
  return (
    <>
      {isSheet ? (
        <Suspense>
          <ManualAddSheet
            title={t.manualTitle}
            onOpen={begin === "barcode" ? () => setScanning(true) : focusName}
            dirty={fields.name.trim() !== ""}
            footer={submit}
          >
            {content}
            {scan}
          </ManualAddSheet>
        </Suspense>
      ) : (
        <section className="card pad stack gap-16 top shrink" aria-labelledby="manual-title">
          <div className="row wrap split gap-12">
            <h2 id="manual-title">{t.manualTitle}</h2>
            {scan}
          </div>
          {content}
        </section>
      )}
      <Suspense>{scanning && <BarcodeDialog asksDate onFound={scanned} onClose={() => setScanning(false)} />}</Suspense>
    </>
  );
}
