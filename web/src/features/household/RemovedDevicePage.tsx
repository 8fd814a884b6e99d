import "../../ui/styles/screens.css";
import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Download, KeyRound, Plus } from "lucide-react";
import { forgetLarder, startNewLarder } from "../../api/household/moves";
import { isReceipt } from "../../api/outbox/changes";
import { itemsQuery, shoppingListQuery } from "../../api/cached/queries";
import { usePending } from "../../api/cached/use-data";
import { auth } from "../../lib/auth/auth";
import { isClosed } from "../../lib/auth/identity";
import { useAuth } from "../../lib/auth/use-auth";
import { Link } from "../../lib/navigation/router";
import { Button } from "../../ui/widgets/Button";
import button from "../../ui/widgets/Button.module.css";
import { classes } from "../../ui/classes";
import { useConfirm } from "../../ui/widgets/Confirm";
import { failureText } from "../../ui/text/failure-text";
import { dayField } from "../../lib/domain/freshness";
import { saveFile } from "../../ui/save-file";
import { clearToasts, showToast } from "../../ui/toasts";
import { useCommon } from "../../ui/text/strings";
import { useTitle } from "../../ui/hooks/use-title";
import styles from "./Household.module.css";
import { countText } from "./count-text";
import { useJoiningStrings } from "virtual:strings/joining";

/** Shows on a removed or signed-out device why it is out, saves its data, and offers how to continue. */
export default function RemovedDevicePage() {
  const t = useJoiningStrings();
  const common = useCommon();
  const isSignedOut = useAuth().status === "signed-out";
  const title = isSignedOut ? t.signedOutTitle : t.endedTitle;
  useTitle(title);
  const unsent = usePending();
  // The last known data from the cache on disk. The server would refuse a request.
  const cached = {
    items: useQuery({ ...itemsQuery(), enabled: false }).data ?? [],
    list: useQuery({ ...shoppingListQuery(), enabled: false }).data ?? [],
  };
  const [isBusy, setIsBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();

  useEffect(() => {
    clearToasts();
    heading.current?.focus({ preventScroll: true });
  }, []);

  const save = () => {
    const changes = unsent.filter(({ change }) => !isReceipt(change)).map(({ at, change }) => ({ at, change }));
    const now = new Date();
    saveFile(
      t.endedFile(dayField(now)),
      "application/json",
      JSON.stringify(
        { exportedAt: now.toISOString(), items: cached.items, shoppingList: cached.list, unsentChanges: changes },
        null,
        2,
      ),
    );
  };
  const confirmForgetting = async () => {
    const question = { title: t.endedAnewFailed, text: t.endedForgetQuestion, action: t.endedForget };
    if (await confirm(question)) await forgetLarder();
    else setIsBusy(false);
  };
  const confirmNewLarder = async () => {
    const text = isSignedOut ? t.signedOutAnewQuestion : t.endedAnewQuestion;
    if (!(await confirm({ title: t.endedAnew, text, action: t.endedAnew }))) return;
    setIsBusy(true);
    try {
      await (isSignedOut ? auth.replace() : startNewLarder());
    } catch (error) {
      if (isClosed(error)) return await confirmForgetting();
      console.error("Starting a new larder failed:", error);
      showToast({ tone: "danger", title: t.endedAnewFailed, text: failureText(error) ?? common.tryAgain });
      setIsBusy(false);
    }
  };

  const hasData = cached.items.length + cached.list.length > 0;
  return (
    <div className={`stack gap-20 ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <section className="card stack gap-16 pad">
        <p>{isSignedOut ? t.signedOutText : t.endedText}</p>
        {hasData && <p className="muted">{t.endedKept(countText(t, cached.items.length, cached.list.length))}</p>}
        {unsent.length > 0 && <p className="muted">{t.endedUnsent(unsent.length)}</p>}
        {(hasData || unsent.length > 0) && (
          <Button wide icon={<Download size={18} aria-hidden />} onClick={save}>
            {t.endedSave}
          </Button>
        )}
      </section>
      <div className="stack gap-16 top shrink">
        <Link href="/link?recover" className={classes(button.button, button.primary, "full")}>
          <KeyRound size={18} aria-hidden />
          {t.endedRecover}
        </Link>
        <Link href="/link" className={classes(button.button, button.secondary, "full")}>
          {t.endedJoin}
        </Link>
        <Button
          variant="ghost"
          wide
          busy={isBusy}
          icon={<Plus size={18} aria-hidden />}
          onClick={() => void confirmNewLarder()}
        >
          {t.endedAnew}
        </Button>
      </div>
      {dialog}
    </div>
  );
}
