import { useState } from "react";
import { ExternalLink, Snowflake } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import { formatDay } from "../../lib/time/dates";
import { placeOf } from "../../lib/domain/places";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { Dialog } from "../../ui/Dialog";
import { SelectField, TextField } from "../../ui/Field";
import { FreshnessBadge } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import { expiryText } from "../../ui/expiry-label";
import { useCommon } from "../../ui/strings";
import { useUseupStrings } from "virtual:strings/useup";
import { OWN_SERVERS, RECIPE_SITES, saveSite, savedSite, needsAddress, recipeSearch } from "./recipe-sites";
import type { ItemActions } from "./use-item-actions";
import { keepingAdvice } from "./advice";

interface UseUpDialogProps {
  /** The items that expire within three days, the most urgent first. */
  items: readonly GroceryItem[];
  now: Date;
  actions: ItemActions;
  onClose: () => void;
}

/** The number of foods chosen at first, for which a search usually finds recipes. */
const INITIAL_CHOICE = 2;

/**
 * Gives advice for items that expire soon: how to keep them longer, and a recipe search at a site that the user
 * chooses. The search is a link; no request is sent before it is tapped.
 */
export default function UseUpDialog({ items, now, actions, onClose }: UseUpDialogProps) {
  const common = useCommon();
  const t = useUseupStrings();
  const language = useLanguage();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(items.slice(0, INITIAL_CHOICE).map(({ id }) => id)),
  );
  const [site, setSite] = useState(() => savedSite(navigator.language));
  const change = (next: Partial<typeof site>) => {
    const after = { ...site, ...next };
    setSite(after);
    saveSite(after);
  };
  const foods = [...new Set(items.filter(({ id }) => chosen.has(id)).map(({ name }) => name))];
  const address = recipeSearch(site, foods);
  const isAddressTyped = needsAddress(site);

  const adviceTexts = (item: GroceryItem): readonly string[] => {
    const { freezeUntil, freezesBadly, move, keepIn, opened } = keepingAdvice(item, now);
    const day = (moment: string) => formatDay(language, moment, now);
    return [
      ...(move ? [t.move(t.into[move.storage], day(move.until))] : []),
      ...(freezeUntil ? [t.freezeUntil(day(freezeUntil))] : []),
      ...(freezesBadly ? [t.freezesBadly] : []),
      ...(move ? [] : [t.keepAt[keepIn ?? placeOf(item)]]),
      ...(opened === undefined ? [] : [t.onceOpened(opened)]),
    ];
  };

  return (
    <Dialog
      title={t.title}
      description={items.length === 0 ? t.none : t.text}
      // The site is saved when it is chosen.
      dirty={false}
      onClose={onClose}
      footer={
        foods.length > 0 && address !== undefined ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className={classes(button.button, button.primary, "flexible")}
          >
            <ExternalLink size={18} aria-hidden />
            {t.find}
          </a>
        ) : undefined
      }
    >
      <ul className="stack gap-8" aria-label={t.title}>
        {items.map((item) => (
          <li key={item.id} className="stack gap-4 left frame cell">
            <label className="row gap-12 full bold tap">
              <input
                type="checkbox"
                checked={chosen.has(item.id)}
                onChange={(event) => {
                  const after = new Set(chosen);
                  if (event.target.checked) after.add(item.id);
                  else after.delete(item.id);
                  setChosen(after);
                }}
              />
              <bdi>{item.name}</bdi>
            </label>
            <p className="strong">
              <FreshnessBadge status="soon" /> {expiryText(common, language, item, now)}
            </p>
            <ul className="soft bullets">
              {adviceTexts(item).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {keepingAdvice(item, now).freezeUntil !== undefined && (
              <Button
                size="small"
                icon={<Snowflake size={18} aria-hidden />}
                aria-label={t.freezeNamed(item.name)}
                onClick={() => actions.changeState(item, { event: "frozen" })}
              >
                {t.freeze}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <div className="stack gap-16 top shrink">
          <SelectField
            label={t.site}
            name="site"
            value={site.id}
            onChange={(event) => change({ id: event.target.value })}
          >
            {RECIPE_SITES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {OWN_SERVERS.map(({ id, name }) => (
              <option key={id} value={id}>
                {t.ownServer(name)}
              </option>
            ))}
            <option value="other">{t.other}</option>
          </SelectField>
          {isAddressTyped && (
            <TextField
              label={t.address}
              name="address"
              type="url"
              inputMode="url"
              autoComplete="off"
              value={site.own}
              placeholder={site.id === "other" ? "https://…?q={q}" : "https://…"}
              hint={site.id === "other" ? t.otherHint("{q}") : undefined}
              error={site.own.trim() !== "" && address === undefined ? t.addressWrong : undefined}
              onChange={(event) => change({ own: event.target.value })}
            />
          )}
          <p className="soft">{foods.length === 0 ? t.choose : t.linkNote}</p>
        </div>
      )}
    </Dialog>
  );
}
