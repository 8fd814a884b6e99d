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
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { Plus, ScanBarcode } from "lucide-react";
import { learnCode } from "../../api/product-codes";
import type { LearntCode } from "../../api/types";
import { usePlaces } from "../../api/settings/own-places";
import { useNow } from "../../lib/time/clock";
import { isSoldWithoutDate, MANUAL_CATEGORIES } from "../../lib/domain/catalogue";
import { sameFoodKey } from "../../lib/domain/food-name";
import { expiryDate, larderToday } from "../../lib/domain/freshness";
import type { FoundProduct } from "../../lib/domain/gs1";
import type { LookedUpProduct } from "../../lib/open-food-facts/product-response";
import { useScreenDraft } from "../../lib/state/screen-drafts";
import { useSearchParams } from "../../lib/navigation/router";
import { formatFutureDay } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { productName, productNamed, search, type Product } from "../../lib/domain/products";
import { Button } from "../../ui/widgets/Button";
import { useConfirm } from "../../ui/widgets/Confirm";
import type { DateLabelButtonProps } from "../../ui/date-label/DateLabelButton";
import { openPicker } from "../../ui/date-label/open-picker";
import { ItemFields } from "../../ui/item-fields/ItemFields";
import {
  EMPTY_FIELDS,
  focusFirstProblem,
  problemsOf,
  withDay,
  type ItemFields as Fields,
} from "../../ui/item-fields/model";
import { Skeleton } from "../../ui/widgets/Skeleton";
import { ProductLookup } from "../../ui/product-lookup/ProductLookup";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { useAfterClosing } from "../../ui/hooks/use-after-closing";
import { useProducts } from "../../ui/hooks/use-products";
import { estimateOf, manualItem, withCategory, withLookup, withPackage, withProduct } from "./manual-form";
import { addItem } from "./mutations";
import { useScanStrings } from "virtual:strings/scan";

const ManualAddSheet = lazy(() => import("./ManualAddSheet"));
// If its code cannot be loaded, the form works without the button.
const DateLabelButton = lazy<ComponentType<DateLabelButtonProps>>(() =>
  import("../../ui/date-label/DateLabelButton").catch(() => ({ default: () => null })),
);

/** The number that fits into one or two rows on a phone. */
const MAX_SUGGESTIONS = 3;

export interface BarcodeDialogProps {
  asksDate?: boolean;
  onFound: (found: FoundProduct, typesDate: boolean) => void;
  onClose: () => void;
}

interface ManualAddFormProps {
  /** Set to true while the form has a name: then the screen is not left unasked. */
  isEdited: RefObject<boolean>;
  /** Opens the form as a sheet ("hand"), and also the camera for barcodes ("barcode"). */
  mode: string | null;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/**
 * Adds items without a receipt. The form is a card of the page, or a sheet over it, so that the keyboard of a phone
 * does not cover it. For a name in the catalogue, its data fills the other fields, unless the user has set them.
 */
export function ManualAddForm({ isEdited: isEditedRef, mode, barcodeDialog: BarcodeDialog }: ManualAddFormProps) {
  const common = useCommon();
  const t = useScanStrings();
  const language = useLanguage();
  const now = useNow();
  const catalogue = useProducts();
  const [fields, setFields] = useScreenDraft("add.fields", EMPTY_FIELDS);
  const [isEdited, setIsEdited] = useScreenDraft("add.isEdited", false);
  const places = usePlaces();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  /** The scanned package, whose code and name are stored when the item is added. */
  const [found, setFound] = useScreenDraft<FoundProduct | null>("add.found", null);
  /** True if a looked-up product has filled the form. */
  const [isLookedUp, setIsLookedUp] = useScreenDraft("add.isLookedUp", false);
  const form = useRef<HTMLFormElement>(null);
  const isDirty = fields.name.trim() !== "";
  useEffect(() => {
    isEditedRef.current = isDirty;
  });
  const problems = problemsOf(fields, 1);
  const typed = useDeferredValue(fields.name.trim());
  const suggestions = useMemo(
    () =>
      catalogue && typed.length >= 2 && !productNamed(typed, catalogue)
        ? search(catalogue, typed, MAX_SUGGESTIONS)
        : [],
    [catalogue, typed],
  );
  const focusName = () => form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();

  const isSheet = mode === "hand" || mode === "barcode";
  const [, setSearch] = useSearchParams();
  const scanFirst = () => {
    // Changes the address, so that a reload or a step back does not open the camera again.
    setSearch(() => new URLSearchParams({ tab: "scan", add: "hand" }), { replace: true });
    setIsScanning(true);
  };

  /** Sets fields by the user, which the catalogue no longer overwrites. */
  const editFields = (next: Fields) => {
    setIsEdited(true);
    setFields(next);
  };
  /** Sets the date and weight of the scanned package again, which take precedence over the catalogue's data. */
  const withScanned = (next: Fields) =>
    found ? withPackage(next, { ...found, known: undefined }, undefined, now) : next;
  const setName = (name: string) => {
    const known = isEdited ? undefined : catalogue && productNamed(name.trim(), catalogue);
    if (known) setFields(withScanned(withProduct({ ...fields, name }, known.category, known.product)));
    // Removes the data of an earlier known name.
    else
      setFields(
        isEdited
          ? { ...fields, name }
          : withScanned({ ...EMPTY_FIELDS, name, quantity: fields.quantity, place: fields.place }),
      );
  };
  // The user may have typed before the catalogue was loaded.
  const [lastCatalogue, setLastCatalogue] = useState(catalogue);
  if (lastCatalogue !== catalogue) {
    setLastCatalogue(catalogue);
    if (!isEdited && fields.name !== "") setName(fields.name);
  }
  const chooseSuggestion = (category: string, product: Product) => {
    flushSync(() =>
      setFields(withScanned(withProduct({ ...fields, name: productName(product, language) }, category, product))),
    );
    const day = form.current?.querySelector<HTMLInputElement>('[name="day"]');
    if (isSoldWithoutDate(category)) day?.focus();
    else openPicker(day);
  };

  const afterScan = useAfterClosing(isScanning);
  const { confirm, dialog } = useConfirm();
  const fillFromPackage = async (product: FoundProduct, typesDate: boolean) => {
    setIsScanning(false);
    const isTyped = isDirty && !isLookedUp && fields.name !== found?.known?.name;
    const isSamePackage = found === null || (product.gtin !== null && found.gtin === product.gtin);
    if (isTyped && !isSamePackage) {
      const question = { title: common.discardTitle, text: common.discardText, action: common.discard };
      if (!(await confirm(question))) return;
    }
    // What was typed about this package stays, also before the household's name for its code.
    const start = isSamePackage ? fields : EMPTY_FIELDS;
    const keepsName = isTyped && isSamePackage;
    const known = keepsName ? undefined : product.known;
    const isNamed = known !== undefined || start.name.trim() !== "";
    setFound(product);
    setIsLookedUp(false);
    setIsEdited(known !== undefined || (isEdited && start === fields));
    const { quantity, place } = start;
    setFields(withPackage(known ? { ...EMPTY_FIELDS, quantity, place } : start, { ...product, known }, catalogue, now));
    // Moves the focus to the next step: typing the date, adding the item or naming it.
    afterScan(() => {
      if (typesDate) openPicker(form.current?.querySelector<HTMLInputElement>('[name="day"]'));
      else if (isNamed) document.querySelector<HTMLElement>('[form="add-item"]')?.focus();
      else focusName();
    });
  };

  const fillFromLookup = (product: LookedUpProduct, replace = false) => {
    if (fields.name.trim() !== "" && !replace) return false;
    editFields(withScanned(withLookup(product, catalogue)));
    setIsLookedUp(true);
    return true;
  };

  const add = (event: FormEvent) => {
    event.preventDefault();
    const hasProblem = focusFirstProblem(form.current, problems);
    setIsSubmitted(hasProblem);
    if (hasProblem) return;
    const item = manualItem(fields, new Date());
    const undo = addItem(
      item,
      places.find(({ id }) => id === fields.place),
    );
    const { name, category, quantity, unit } = item;
    showToast({
      tone: "success",
      title: t.manualAdded(item.name, formatFutureDay(language, expiryDate(item), larderToday(now))),
      action: { label: common.undo, run: undo },
    });
    if (found?.gtin) learnName(found.gtin, found.known?.name, { name, category, quantity, unit });
    // Before the form is emptied, because leaving the date field completes its year.
    focusName();
    reset();
  };
  const reset = () => {
    setFound(null);
    setFields(EMPTY_FIELDS);
    setIsEdited(false);
  };

  /** Stores the name of a new code. Asks before it replaces the name of a known one for the whole household. */
  const learnName = (code: string, known: string | undefined, learnt: Omit<LearntCode, "code">) => {
    const learn = () => learnCode({ code, ...learnt });
    if (known === undefined) return learn();
    if (sameFoodKey(known) === sameFoodKey(learnt.name)) return;
    showToast({
      title: t.renameCode(learnt.name),
      text: t.renameCodeText(known),
      durationMs: 10_000,
      action: { label: t.renameCodeAction, run: learn },
    });
  };

  const change = (next: Partial<Fields>) => {
    if (next.name !== undefined) setName(next.name);
    else if (next.category !== undefined) editFields(withCategory(fields, next.category));
    else if (next.quantity !== undefined || next.place !== undefined) setFields({ ...fields, ...next });
    else editFields({ ...fields, ...next });
  };
  const estimate = estimateOf(fields, now);
  const scanButton = (
    <Button
      size="small"
      icon={<ScanBarcode size={18} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => setIsScanning(true)}
    >
      {t.manualScan}
    </Button>
  );
  const submitButton = (
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
        problems={isSubmitted ? problems : undefined}
        categories={MANUAL_CATEGORIES}
        isCategoryOptional
        min={1}
        item={estimate}
        onDay={(day) => editFields(withDay(fields, day, estimate))}
        places={places}
        usualPlace={t.usualPlace}
        placeholders={{ name: t.manualNameHint }}
        hints={{
          name: found && !found.known && !isLookedUp ? (found.gtin === null ? t.codeOfShop : t.whatIsIt) : undefined,
        }}
        after={{
          day: (
            // Reserves space until the code is loaded, so that no field moves under a finger.
            <Suspense fallback={<Skeleton height={44} />}>
              <DateLabelButton
                printed={fields.printed}
                onFound={(printed) => editFields(withDay(fields, printed.day, estimate, printed))}
              />
            </Suspense>
          ),
          name: (
            <>
              {found?.gtin && !found.known && (
                <ProductLookup key={found.gtin} gtin={found.gtin} onFound={fillFromLookup} />
              )}
              {suggestions.length > 0 && (
                <div role="group" aria-label={t.manualSuggestions} className="row wrap gap-12">
                  {suggestions.map(({ category, product }) => (
                    <Button
                      key={`${category} ${product.name}`}
                      size="small"
                      onClick={() => chooseSuggestion(category, product)}
                    >
                      {productName(product, language)}
                    </Button>
                  ))}
                </div>
              )}
            </>
          ),
        }}
      />
      {!isSheet && submitButton}
    </form>
  );
  return (
    <>
      {isSheet ? (
        <Suspense>
          <ManualAddSheet
            title={t.manualTitle}
            onOpen={mode === "barcode" ? scanFirst : focusName}
            onDiscard={reset}
            dirty={isDirty}
            footer={submitButton}
          >
            {content}
            {scanButton}
          </ManualAddSheet>
        </Suspense>
      ) : (
        <section className="card pad stack gap-16 top shrink" aria-labelledby="manual-title">
          <div className="row wrap split gap-12">
            <h2 id="manual-title">{t.manualTitle}</h2>
            {scanButton}
          </div>
          {content}
        </section>
      )}
      {dialog}
      <Suspense>
        {isScanning && (
          <BarcodeDialog
            asksDate
            onFound={(product, typesDate) => void fillFromPackage(product, typesDate)}
            onClose={() => setIsScanning(false)}
          />
        )}
      </Suspense>
    </>
  );
}
