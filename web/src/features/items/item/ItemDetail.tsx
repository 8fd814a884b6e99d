import { useEffect, useRef, useState } from "react";
import { PackageOpen, Trash2 } from "lucide-react";
import { useIsLooker } from "../../../api/household/role";
import type { GroceryItem } from "../../../api/types";
import { formatFarDay } from "../../../lib/time/dates";
import { freshnessAt } from "../../../lib/domain/freshness";
import { isPastUseBy } from "../../../lib/domain/food-state";
import { placeOf } from "../../../lib/domain/places";
import { isUnsure } from "../../../lib/domain/unsure";
import { useLanguage } from "../../../lib/language/i18n";
import { Button } from "../../../ui/widgets/Button";
import { CategoryIcon } from "../../../ui/widgets/CategoryIcon";
import { Dialog } from "../../../ui/widgets/Dialog";
import { FreshnessIcon } from "../../../ui/widgets/Freshness";
import { expiryText, shownFreshness, printedUseByText } from "../../../ui/text/expiry-label";
import { useCommon } from "../../../ui/text/strings";
import { ItemFacts } from "./ItemFacts";
import { ItemMenu } from "./ItemMenu";
import { Jar } from "./Jar";
import { keepingAdvice } from "./advice";
import { adviceTexts } from "./advice-texts";
import styles from "./ItemDetail.module.css";
import { useFieldsStrings } from "virtual:strings/fields";
import { useItemsStrings } from "virtual:strings/items";
import { useUseupStrings } from "virtual:strings/useup";
import type { ItemActions } from "../use-item-actions";

interface ItemDetailProps {
  item: GroceryItem;
  now: Date;
  actions: ItemActions;
  onEdit: (item: GroceryItem) => void;
  /** Shows it as a sheet, which an action closes. Otherwise it is next to the list. */
  isSheet: boolean;
  /** Moves the focus to the heading, because the user opened the details. */
  takesFocus: boolean;
  /** Closes the sheet, or returns to the list. */
  onBack: () => void;
}

/** The share that a tap on "Some left" sets; the jar changes it. */
const SOME_LEFT = 0.5;

/** Shows an item: until when it is good, what can be done with it, and its facts. */
export default function ItemDetail(props: ItemDetailProps) {
  const { item, now, actions, onEdit, isSheet, takesFocus, onBack } = props;
  const common = useCommon();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus, item.id]);
  const close = () => {
    if (isSheet) onBack();
  };
  const picture = (
    <div className={styles.picture}>
      <CategoryIcon category={item.category} kind={item.kind} size={52} />
    </div>
  );
  const tools = (
    <div className="flex rigid end members-only">
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          close();
          onEdit(item);
        }}
      >
        {common.edit}
      </Button>
      <ItemMenu item={item} actions={actions} onEdit={onEdit} onChoose={close} />
    </div>
  );
  const body = <DetailBody key={item.id} item={item} now={now} actions={actions} onDone={close} />;
  if (isSheet)
    return (
      <Dialog title={item.name} picture={picture} tools={tools} focusTitle dirty={false} onClose={onBack}>
        {body}
      </Dialog>
    );
  return (
    // Escape returns to the list.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby="item-detail"
      className="card pad stack gap-16"
      onKeyDown={(event) => event.key === "Escape" && onBack()}
    >
      <div className="stack gap-8">
        <div className="flex start">
          {picture}
          {tools}
        </div>
        <h2 id="item-detail" ref={heading} tabIndex={-1}>
          <bdi>{item.name}</bdi>
        </h2>
      </div>
      {body}
    </section>
  );
}

interface DetailBodyProps {
  item: GroceryItem;
  now: Date;
  actions: ItemActions;
  /** Called before an action that ends looking at the item. */
  onDone: () => void;
}

/** Shows an item's date, actions, advice and facts, below its name. */
function DetailBody({ item, now, actions, onDone }: DetailBodyProps) {
  const t = useItemsStrings();
  const useup = useUseupStrings();
  const isLooker = useIsLooker();
  const language = useLanguage();
  const [hasJar, setHasJar] = useState(Boolean(item.left));
  const setLeft = (left: number) => actions.changeState(item, { event: "used", left });
  return (
    <div className="stack gap-16">
      <DetailStatus item={item} now={now} />
      <DetailActions
        item={item}
        now={now}
        actions={actions}
        onDone={onDone}
        hasJar={hasJar}
        onJar={() => {
          if (!hasJar && !item.left) setLeft(SOME_LEFT);
          setHasJar(!hasJar);
        }}
      />
      {hasJar && !isLooker && <Jar left={item.left ?? 1} onChange={setLeft} />}
      <div className="flex wrap gap-8 members-only">
        <Button
          size="small"
          icon={<Trash2 size={18} aria-hidden />}
          onClick={() => {
            onDone();
            actions.markTossed(item);
          }}
        >
          {t.tossed}
        </Button>
        {!item.openedAt && (
          <Button
            size="small"
            icon={<PackageOpen size={18} aria-hidden />}
            onClick={() => {
              onDone();
              actions.changeState(item, { event: "opened" });
            }}
          >
            {t.opened}
          </Button>
        )}
      </div>
      <div className="muted">
        {adviceTexts({ items: t, useup }, language, item, now).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <ItemFacts item={item} now={now} />
    </div>
  );
}

/** Says until when the item is good, and whether the reader was unsure of it. */
function DetailStatus({ item, now }: Pick<DetailBodyProps, "item" | "now">) {
  const common = useCommon();
  const t = useItemsStrings();
  const fields = useFieldsStrings();
  const language = useLanguage();
  const status = shownFreshness(item, now);
  const isExpired = freshnessAt(item, now) === "expired";
  const kind = item.dateKind && item.dateKind !== "estimate" && !item.expiryReason ? item.dateKind : undefined;
  const text =
    printedUseByText(common, language, item, now) ??
    `${kind !== undefined && !isExpired ? `${fields.dateKinds[kind]}: ` : ""}${expiryText(common, language, item, now)}`;
  return (
    <div className="stack gap-8">
      <p className={`row gap-8 strong wash ${status} ${styles.strip}`}>
        <FreshnessIcon status={status} size={20} />
        <span>
          {text}
          {!isExpired && <span className="visually-hidden">, {common[status]}</span>}
        </span>
      </p>
      {isUnsure(item) && <p className="soon strong">{t.unsure}</p>}
    </div>
  );
}

interface DetailActionsProps extends DetailBodyProps {
  /** True while the jar shows what is left. */
  hasJar: boolean;
  onJar: () => void;
}

/** Shows the large buttons: used up, some left, and to freeze or thaw. */
function DetailActions({ item, now, actions, onDone, hasJar, onJar }: DetailActionsProps) {
  const t = useItemsStrings();
  const language = useLanguage();
  const { freezeUntil } = keepingAdvice(item, now);
  const changeTo = (event: "thawed" | "frozen") => () => {
    onDone();
    actions.changeState(item, { event });
  };
  return (
    <div role="group" aria-label={t.done} className={`flex wrap gap-8 tight members-only ${styles.actions}`}>
      <Button
        variant="primary"
        onClick={() => {
          onDone();
          actions.markUsed(item);
        }}
      >
        {t.used}
      </Button>
      <Button aria-expanded={hasJar} className={hasJar ? "chosen green" : ""} onClick={onJar}>
        {t.someLeft}
      </Button>
      {placeOf(item) === "freezer" ? (
        <Button onClick={changeTo("thawed")}>{t.thawed}</Button>
      ) : (
        !isPastUseBy(item, now) && (
          <Button onClick={changeTo("frozen")}>
            {t.freeze}{" "}
            {freezeUntil !== undefined && (
              <span className="small regular">{t.untilDay(formatFarDay(language, freezeUntil, now))}</span>
            )}
          </Button>
        )
      )}
    </div>
  );
}
