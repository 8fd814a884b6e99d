import { CalendarClock, Check, History, LayoutGrid, Plus, Refrigerator, X } from "lucide-react";
import { Link } from "../../../lib/navigation/router";
import { useLanguage } from "../../../lib/language/i18n";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { unitName, useCommon } from "../../../ui/text/strings";
import { classes } from "../../../ui/classes";
import styles from "./Suggestions.module.css";
import type { Suggestion } from "./suggestions";
import { listedText } from "../list/amount-text";
import type { ListLine } from "../list/list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

const ICONS = { likely: CalendarClock, "used-up": Refrigerator, bought: History, common: Plus } as const;

interface SuggestionsProps {
  suggestions: readonly Suggestion[];
  /** The amounts on the list, by the key of the food's name. */
  listed: ReadonlyMap<FoodKey, ListLine["amounts"]>;
  onAdd: (suggestion: Suggestion) => void;
  onDismiss: (name: string) => void;
  /** Offers the catalogue first. */
  offersCatalogue: boolean;
}

/** Shows the suggestions of the quick add line, at most two rows of buttons. */
export function Suggestions({ suggestions, listed, onAdd, onDismiss, offersCatalogue }: SuggestionsProps) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  return (
    <div role="group" aria-label={t.suggestions}>
      <ul className={`flex wrap gap-8 ${styles.chips}`}>
        {offersCatalogue && (
          <li className="flex">
            <Link href="/shopping-list?view=browse" className="row gap-6 tap pill chip hover ink">
              <LayoutGrid size={16} strokeWidth={2} aria-hidden className="green" />
              {t.browse}
            </Link>
          </li>
        )}
        {suggestions.map((suggestion) => {
          const { name, unit, kind } = suggestion;
          const amounts = listed.get(sameFoodKey(name));
          const Icon = amounts ? Check : ICONS[kind];
          const label = [
            t.addNamed(name, unitName(common, unit)),
            ...(kind === "used-up" ? [t.usedUp] : []),
            ...(kind === "likely" ? [t.likely] : []),
            ...(amounts ? [t.onList(listedText(amounts, unit, common, language))] : []),
          ].join(", ");
          return (
            <li key={name} className="flex shrink">
              <button
                type="button"
                className={classes(
                  "row gap-6 shrink tap pill chip hover",
                  kind === "used-up" && "chosen",
                  amounts && "green strong",
                )}
                data-kind={kind}
                data-listed={amounts !== undefined || undefined}
                aria-label={label}
                // Keeps the focus in the line, so that the phone's keyboard stays open.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onAdd(suggestion)}
              >
                <Icon size={16} strokeWidth={2} aria-hidden className="green" />
                <span className="ellipsis">{name}</span>
                {kind === "likely" && <span className="rigid muted small">{t.likely}</span>}
              </button>
              {kind === "likely" && (
                <button
                  type="button"
                  className={`center rigid muted pill ${styles.dismiss}`}
                  aria-label={t.notNow(name)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onDismiss(name)}
                >
                  <X size={16} aria-hidden />
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
