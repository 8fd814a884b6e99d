import { useEffect, useState } from "react";
import { restoreRemembered, deleteRemembered, rememberedOf, type Remembered } from "../api/cached/remembered";
import { auth } from "../lib/auth/auth";
import { replacedAccount } from "../lib/auth/session";
import { navigate, usePath } from "../lib/navigation/router";
import { useOutboxStrings } from "virtual:strings/outbox";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/**
 * Shows that the account was replaced, and offers to restore the data that this device remembers. It stays until it is
 * answered, also after a reload.
 */
export default function AccountNotice() {
  const t = useOutboxStrings();
  const [kept, setKept] = useState<Remembered | null>(null);
  const recovering = usePath() === "/link";

  useEffect(() => {
    let here = true;
    const look = () => {
      const before = replacedAccount.get();
      if (before === null) setKept(null);
      else void rememberedOf(before).then((found) => here && setKept(found));
    };
    look();
    const unsubscribe = auth.onAccountChange(look);
    return () => {
      here = false;
      unsubscribe();
    };
  }, []);

  // A recovery code restores the larder, so it is offered first.
  if (!kept || recovering) return null;
  const answer = (bring: boolean) => {
    setKept(null);
    void (bring ? restoreRemembered(kept) : deleteRemembered(kept));
  };
  const something = kept.items.length + kept.list.length > 0;
  return (
    <Dialog
      kind="alert"
      title={t.replacedTitle}
      description={[t.replacedText, t.recoverFirst, something && t.replacedKept(kept.items.length, kept.list.length)]
        .filter(Boolean)
        .join("\n\n")}
      onClose={() => setKept(null)}
      footer={
        something ? (
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
