import { useEffect, useState } from "react";
import { restoreRemembered, deleteRemembered, readRemembered, type Remembered } from "../../api/cached/remembered";
import { auth } from "../../lib/auth/auth";
import { replacedAccount } from "../../lib/auth/session";
import { navigate, usePath } from "../../lib/navigation/router";
import { useOutboxStrings } from "virtual:strings/outbox";
import { Button } from "../../ui/widgets/Button";
import { Dialog } from "../../ui/widgets/Dialog";

/**
 * Shows that the account was replaced, and offers to restore the remembered data. Appears again after a reload until
 * answered.
 */
export default function AccountNotice() {
  const t = useOutboxStrings();
  const [remembered, setRemembered] = useState<Remembered | null>(null);
  const isRecovering = usePath() === "/link";

  useEffect(() => {
    let isMounted = true;
    const read = () => {
      const uid = replacedAccount.get();
      if (uid === null) setRemembered(null);
      else void readRemembered(uid).then((found) => isMounted && setRemembered(found));
    };
    read();
    const unsubscribe = auth.onAccountChange(read);
    return () => {
      isMounted = false;
      unsubscribe();
    };
  }, []);

  // A recovery code restores the whole larder, so it comes first.
  if (!remembered || isRecovering) return null;
  const { items, list } = remembered;
  const answer = (restore: boolean) => {
    setRemembered(null);
    void (restore ? restoreRemembered(remembered) : deleteRemembered(remembered));
  };
  const hasData = items.length + list.length > 0;
  return (
    <Dialog
      kind="alert"
      title={t.replacedTitle}
      description={[t.replacedText, t.recoverFirst, hasData && t.replacedKept(items.length, list.length)]
        .filter(Boolean)
        .join("\n\n")}
      onClose={() => setRemembered(null)}
      footer={
        hasData ? (
          <>
            <Button onClick={() => navigate("/link?recover")}>{t.recover}</Button>
            <Button onClick={() => answer(false)}>{t.startEmpty}</Button>
            <Button variant="primary" onClick={() => answer(true)}>
              {t.bringBack}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => navigate("/link?recover")}>{t.recover}</Button>
            <Button variant="primary" onClick={() => answer(false)}>
              {t.understood}
            </Button>
          </>
        )
      }
    />
  );
}
