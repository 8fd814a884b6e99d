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
import { RecipeSearch } from "./RecipeSearch";
import { SiteFields } from "./SiteFields";
import { needsAddress, savedSite, saveSite, searchAddress } from "./recipe-sites";
import { useItemActions } from "../use-item-actions";
import { useUseupStrings } from "virtual:strings/useup";

/**
 * Leads from what has to be eaten soon to recipes for it, at a site that the user chooses, or to the freezer. A search
 * is a link; no request is sent before it is tapped.
 */
export default function UseUpPage() {
  const t = useUseupStrings();
  const now = useNow();
  const { data: items, query } = useItems();
  useTitle(t.title);
  const urgent = mostUrgent(items ?? [], now);
  const today = urgent.filter((item) => dayIndex(expiryDate(item), larderToday(now)) <= 0);
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
      {items === undefined ? (
        <SkeletonList rows={6} height={64} />
      ) : urgent.length > 0 ? (
        <Recipes items={items} urgent={urgent} now={now} />
      ) : items.length === 0 && (query.isError || query.isPending) ? (
        <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <EmptyState art={<NothingFound />} title={t.none} />
      )}
    </div>
  );
}

interface RecipesProps {
  items: readonly GroceryItem[];
  /** What has to be eaten soon. */
  urgent: readonly GroceryItem[];
  now: Date;
}

/** Shows ready searches for recipes, and the urgent foods, of which the user can choose some for an own search. */
function Recipes({ items, urgent, now }: RecipesProps) {
  const t = useUseupStrings();
  const { actions, dialog } = useItemActions();
  /** The ids of the chosen foods; null while none are being chosen. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [site, setSite] = useState(() => savedSite(navigator.language));
  const addressOf = (foods: readonly GroceryItem[]) => searchAddress(site, [...new Set(foods.map(({ name }) => name))]);
  const changeSite = (next: Partial<typeof site>) => {
    const after = { ...site, ...next };
    setSite(after);
    saveSite(after);
  };
  const choose = ({ id }: GroceryItem, isChosen: boolean) => {
    const after = new Set(chosen);
    if (isChosen) after.add(id);
    else after.delete(id);
    setChosen(after);
  };
  const chosenFoods = urgent.filter(({ id }) => chosen?.has(id));
  const ownAddress = addressOf(chosenFoods);
  const isWrong = needsAddress(site) && addressOf(urgent) === undefined;
  return (
    <>
      <section className="stack gap-8" aria-labelledby="recipes">
        <h2 id="recipes">{t.recipes}</h2>
        <ul className="stack gap-8">
          {readySearches(items, now).map((foods) => (
            <RecipeSearch key={foods.map(({ id }) => id).join()} foods={foods} address={addressOf(foods)} />
          ))}
        </ul>
        <SiteFields site={site} isWrong={isWrong} onChange={changeSite} />
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
          {urgent.map((item) => (
            <UrgentFood
              key={item.id}
              item={item}
              now={now}
              onFreeze={() => actions.changeState(item, { event: "frozen" })}
              isChosen={chosen?.has(item.id)}
              onChoose={(isChosen) => choose(item, isChosen)}
            />
          ))}
        </ul>
        {chosen !== null &&
          (chosenFoods.length === 0 ? (
            <p className="muted">{t.choose}</p>
          ) : ownAddress === undefined ? (
            <p className="muted">{t.addressWrong}</p>
          ) : (
            <a
              href={ownAddress}
              target="_blank"
              rel="noopener noreferrer"
              className={classes(button.button, button.primary)}
            >
              <ExternalLink size={18} aria-hidden />
              {t.find}
            </a>
          ))}
      </section>
      {dialog}
    </>
  );
}

interface UrgentFoodProps {
  item: GroceryItem;
  now: Date;
  onFreeze: () => void;
  /** Undefined while no foods are chosen. */
  isChosen: boolean | undefined;
  onChoose: (isChosen: boolean) => void;
}

/** Shows a food that has to be eaten soon, with a checkbox while foods are chosen, and a button if freezing helps. */
function UrgentFood({ item, now, onFreeze, isChosen, onChoose }: UrgentFoodProps) {
  const common = useCommon();
  const t = useUseupStrings();
  const language = useLanguage();
  const { freezeUntil } = keepingAdvice(item, now);
  const day = freezeUntil && t.freezeUntil(formatFarDay(language, freezeUntil, now));
  const Row = isChosen === undefined ? "div" : "label";
  return (
    <li className={`row wrap gap-10 ${styles.food}`}>
      <Row className={`row gap-10 tap ${styles.name}`}>
        {isChosen !== undefined && (
          <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
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
          onClick={onFreeze}
        >
          {day}
        </Button>
      )}
    </li>
  );
}
