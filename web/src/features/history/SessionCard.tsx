import { useId, useState } from "react";
import { ChevronDown, Image, ReceiptText, RotateCcw, ShoppingBasket } from "lucide-react";
import type { ScanSession } from "../../api/types";
import { purchaseDay } from "../../lib/domain/freshness";
import { money } from "../../lib/language/money";
import { formatCalendarDay, formatDate } from "../../lib/time/dates";
import { formatRelative } from "../../lib/time/relative-time";
import { useLanguage } from "../../lib/language/i18n";
import { isOnline } from "../../lib/browser/online";
import { Link } from "../../lib/navigation/router";
import { Badge } from "../../ui/widgets/Badge";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { SEPARATOR } from "../../ui/text/separator";
import { showToast } from "../../ui/toasts";
import { useRepeatSession, type SessionAction } from "../../ui/mutations/repeat-session";
import styles from "./SessionCard.module.css";
import { SessionItems } from "./SessionItems";
import { sessionTitle } from "./session-title";
import { useHistoryStrings } from "virtual:strings/history";

/** Shows a scanned receipt, its actions and, when expanded, its items. */
export function SessionCard({ session, now }: { session: ScanSession; now: Date }) {
  const t = useHistoryStrings();
  const language = useLanguage();
  const repeat = useRepeatSession();
  const [isOpen, setIsOpen] = useState(false);
  const [pendingAction, setPendingAction] = useState<SessionAction | null>(null);
  const panelId = useId();
  const title = sessionTitle(t, session.id);
  const day = purchaseDay(session);

  const run = async (action: SessionAction) => {
    const answer = repeat(session.id, action, session.itemCount);
    if (!isOnline()) showToast({ title: t.later, text: t.laterText });
    else setPendingAction(action);
    await answer;
    setPendingAction(null);
  };

  return (
    <li className="card clip">
      <h2 className="plain">
        <button
          type="button"
          className="row gap-12 full hover inset notice"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="center rigid green tile" aria-hidden>
            <ReceiptText size={22} strokeWidth={1.75} />
          </span>
          <span className="stack gap-2 grow shrink">
            <span className="facts title">
              {session.store && <span>{session.store} </span>}
              <span>{formatCalendarDay(language, day)}</span>
              {typeof session.total === "number" && <span> {money(language, session.total, session.currency)}</span>}
            </span>
            <span className="muted">{title}</span>
            <span className="row wrap split muted small gap-8">
              <span>
                <time dateTime={session.scannedAt} data-tip={formatDate(language, session.scannedAt)}>
                  {formatRelative(language, session.scannedAt, now)}
                </time>
                {SEPARATOR}
                {t.found(session.itemCount)}
              </span>
              <Badge>{t.historical}</Badge>
            </span>
          </span>
          <ChevronDown size={20} aria-hidden className="muted chevron" />
        </button>
      </h2>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <SessionItems id={session.id} label={t.items(title)} />}
      </div>
      <div className={`flex wrap ruled tight ${styles.actions}`}>
        <Link
          href={`/?tab=history&receipt=${encodeURIComponent(session.id)}`}
          className={classes(button.button, button.ghost, button.small)}
          aria-label={t.showNamed(title)}
        >
          <Image size={18} aria-hidden />
          <span>{t.show}</span>
        </Link>
        <Button
          variant="ghost"
          size="small"
          className="members-only"
          icon={<ShoppingBasket size={18} aria-hidden />}
          busy={pendingAction === "toList"}
          aria-label={t.toListNamed(title)}
          onClick={() => void run("toList")}
        >
          {t.toList}
        </Button>
        <Button
          variant="ghost"
          size="small"
          className="members-only"
          icon={<RotateCcw size={18} aria-hidden />}
          busy={pendingAction === "readd"}
          aria-label={t.readdNamed(title)}
          onClick={() => void run("readd")}
        >
          {t.readd}
        </Button>
      </div>
    </li>
  );
}
