import type { ClipboardEvent } from "react";
import { ScanBarcode } from "lucide-react";
import { useLanguage } from "../../../lib/language/i18n";
import { IconButton } from "../../../ui/widgets/Button";
import { TextField } from "../../../ui/widgets/Field";
import { amountsText, useCommon } from "../../../ui/text/strings";
import { parseLines } from "./entries";
import styles from "./QuickAdd.module.css";
import type { QuickAddState } from "./use-quick-add";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The maximum length of the line and of a pasted list, in characters; each name in it has the limit of a name. */
const MAX_LINE_LENGTH = 5_000;
/** The number of understood names that the hint shows. */
const MAX_NAMES_SHOWN = 10;

/** The line in which rows are typed, with how it is understood, and the button that scans a barcode. */
export function NameLine({ state, onScan }: { state: QuickAddState; onScan: () => void }) {
  const common = useCommon();
  const t = useShoppingStrings();
  const hint = useHint(state);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text").trimEnd();
    // The field refuses what is too long, and says so.
    if (text.length > MAX_LINE_LENGTH) return;
    const lines = parseLines(text);
    if (lines.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    // A name that was typed before is no part of the list, unless the list replaces it.
    const isReplaced = selectionStart === 0 && selectionEnd === value.length;
    state.addAll(lines, isReplaced ? "" : value);
  };
  return (
    <div className={`place ${styles.name}`}>
      <TextField
        label={common.itemName}
        hideLabel
        name="name"
        value={state.fields.name}
        placeholder={t.namePlaceholder}
        maxLength={MAX_LINE_LENGTH}
        autoComplete="off"
        enterKeyHint="done"
        error={state.problem}
        hint={hint}
        onPaste={paste}
        onChange={(event) => state.setName(event.target.value)}
      />
      <IconButton
        label={t.scanBarcode}
        icon={<ScanBarcode size={22} strokeWidth={1.75} aria-hidden />}
        className={styles.scan}
        aria-haspopup="dialog"
        onClick={onScan}
      />
    </div>
  );
}

/** Returns how the typed line is understood, or the question for the name of an unknown barcode. */
function useHint({ entries, amount, unknownCode, isLookedUp }: QuickAddState): string | undefined {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  if (unknownCode !== null && !isLookedUp) return unknownCode === "" ? t.codeOfShop : t.whatIsIt;
  if (entries.length > 1) {
    const names = entries.slice(0, MAX_NAMES_SHOWN).map(({ name }) => name);
    const shown = names.join(" · ");
    return t.understoodSeveral(entries.length > MAX_NAMES_SHOWN ? `${shown} … (${entries.length})` : shown);
  }
  const [entry] = entries;
  if (entry?.quantity === undefined) return undefined;
  return t.understood(amountsText(common, language, [amount]), entry.name);
}
