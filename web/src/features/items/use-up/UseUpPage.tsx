import "../../../ui/styles/screens.css";
import { useState } from "react";
import { ExternalLink, Snowflake } from "lucide-react";
import { useItems } from "../../../api/cached/use-data";
import type { GroceryItem } from "../../../api/types";
import { dayIndex, expiryDate, larderToday } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { useNow } from "../../../lib/time/clock";
import { formatFarDay } from "../../../lib/time/dates";
import { Button } from "../../../ui/widgets/Button";
import button from "../../../ui/widgets/Button.module.css";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { EmptyState } from "../../../ui/widgets/EmptyState";
import { SelectField, TextField } from "../../../ui/widgets/Field";
import { LoadFailed } from "../../../ui/widgets/LoadFailed";
import { SkeletonList } from "../../../ui/widgets/Skeleton";
import { NothingFound } from "../../../ui/art/NothingFound";
import { classes } from "../../../ui/classes";
import { expiryText, printedUseByText } from "../../../ui/text/expiry-label";
import { useCommon } from "../../../ui/text/strings";
import { useTitle } from "../../../ui/hooks/use-title";
import styles from "./UseUpPage.module.css";
import { keepingAdvice } from "../item/advice";
import { mostUrgent, readySearches } from "./ready-searches";
import { OWN_SERVERS, RECIPE_SITES, needsAddress, recipeSearch, savedSite, saveSite } from "./recipe-sites";
import { useItemActions } from "../use-item-actions";
import { useUseupStrings } from "virtual:strings/useup";

/**
 * Leads from what has to be eaten soon to recipes for it, at a site that the user chooses, or to the freezer. A search
 * is a link; no request is sent before it is tapped.
 */
export default function UseUpPage() {
  const common = useCommon();
  const t = useUseupStrings();
  const language = useLanguage();
  const now = useNow();
  const { data: items, query } = useItems();
  const { actions, dialog } = useItemActions();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [site, setSite] = useState(() => savedSite(navigator.language));
  useTitle(t.title);
  const urgent = mostUrgent(items ?? [], now);
  const searches = readySearches(items ?? [], now);
  const today = urgent.filter((item) => dayIndex(expiryDate(item), larderToday(now)) <= 0);
  const addressOf = (foods: readonly GroceryItem[]) => recipeSearch(site, [...new Set(foods.map(({ name }) => name))]);
  const change = (next: Partial<typeof site>) => {
    const after = { ...site, ...next };
    setSite(after);
    saveSite(after);
  };
  const picked = urgent.filter(({ id }) => chosen?.has(id));
  const ownAddress = addressOf(picked);
  const isWrong = needsAddress(site) && addressOf(urgent) === undefined;

  if (items === undefined)
    return (
      <div className="stack gap-16">
        <h1>{t.title}</h1>
        <SkeletonList rows={6} height={64} />
      </div>
    );
  if (urgent.length === 0)
    return (
      <div className="stack gap-16">
        <h1>{t.title}</h1>
        {query.isError && items.length === 0 ? (
          <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <EmptyState art={<NothingFound />} title={t.none} />
        )}
      </div>
    );
  return (
    <div className={`stack gap-20 ${styles.page}`}>
      <div className="stack gap-8">
        <h1>{t.title}</h1>
        {today.length > 0 && (
          <p className="large">
            {t.today} <strong className="soon">{today.map(({ name }) => name).join(", ")}</strong>
          </p>
        )}
      </div>
      <section className="stack gap-8" aria-labelledby="recipes">
        <h2 id="recipes">{t.recipes}</h2>
        <ul className="stack gap-8">
          {searches.map((foods) => {
            const address = addressOf(foods);
            const text = (
              <>
                <span className="flex rigid" aria-hidden>
                  {foods.map(({ id, category, kind }) => (
                    <CategoryIcon key={id} category={category} kind={kind} />
                  ))}
                </span>
                <span className="strong grow shrink clamp">{foods.map(({ name }) => name).join(" + ")}</span>
              </>
            );
            return (
              <li key={foods.map(({ id }) => id).join()}>
                {address === undefined ? (
                  <p className={`card row gap-12 cell ${styles.search}`}>{text}</p>
                ) : (
                  <a
                    href={address}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={`card row gap-12 cell ink hover ${styles.search}`}
                  >
                    {text}
                    <ExternalLink size={18} aria-hidden className="muted" />
                  </a>
                )}
              </li>
            );
          })}
        </ul>
        <div className="row wrap gap-12">
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
          {needsAddress(site) && (
            <TextField
              label={t.address}
              name="address"
              type="url"
              inputMode="url"
              autoComplete="off"
              value={site.own}
              placeholder={site.id === "other" ? "https://…?q={q}" : "https://…"}
              hint={site.id === "other" ? t.otherHint("{q}") : undefined}
              error={site.own.trim() !== "" && isWrong ? t.addressWrong : undefined}
              onChange={(event) => change({ own: event.target.value })}
            />
          )}
        </div>
        <p className="muted small">{t.linkNote}</p>
      </section>
      <section className="stack gap-8" aria-labelledby="foods">
        <div className="row wrap split gap-8">
          <h2 id="foods">{t.text}</h2>
          <Button
            size="small"
            aria-pressed={chosen !== null}
            className={chosen === null ? "" : "chosen green"}
            onClick={() => setChosen(chosen === null ? new Set() : null)}
          >
            {t.chooseOwn}
          </Button>
        </div>
        <ul className="card rows clip">
          {urgent.map((item) => {
            const { freezeUntil } = keepingAdvice(item, now);
            const day = freezeUntil && t.freezeUntil(formatFarDay(language, freezeUntil, now));
            const Row = chosen === null ? "div" : "label";
            return (
              <li key={item.id} className={`row wrap gap-10 ${styles.food}`}>
                <Row className={`row gap-10 tap ${styles.name}`}>
                  {chosen !== null && (
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
                  )}
                  <CategoryIcon category={item.category} kind={item.kind} />
                  <span className="stack shrink">
                    <bdi className="strong capital">{item.name}</bdi>
                    <span className="soon small strong">
                      {printedUseByText(common, language, item, now) ?? expiryText(common, language, item, now)}
                    </span>
                  </span>
                </Row>
                {day !== undefined && (
                  <Button
                    size="small"
                    className="members-only"
                    icon={<Snowflake size={18} aria-hidden />}
                    aria-label={`${day}: ${item.name}`}
                    onClick={() => actions.changeState(item, { event: "frozen" })}
                  >
                    {day}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {chosen !== null &&
          (picked.length > 0 && ownAddress !== undefined ? (
            <a
              href={ownAddress}
              target="_blank"
              rel="noopener noreferrer"
              className={classes(button.button, button.primary)}
            >
              <ExternalLink size={18} aria-hidden />
              {t.find}
            </a>
          ) : (
            <p className="muted">{t.choose}</p>
          ))}
      </section>
      {dialog}
    </div>
  );
}
