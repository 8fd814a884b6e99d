import "../../ui/screens.css";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { auth } from "../../lib/auth/auth";
import { describeDevice, isPhone } from "../../lib/browser/device";
import { useTask } from "../../lib/state/prompt-queue";
import { navigate, useSearchParams } from "../../lib/navigation/router";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { clearToasts, showToast } from "../../ui/toasts";
import { useTitle } from "../../ui/use-title";
import { EnterCode } from "./EnterCode";
import styles from "./Household.module.css";
import { RecoverForm } from "./RecoverForm";
import { SavedCodeDialog } from "./SavedCodeDialog";
import { secretOf } from "./codes";
import { countText } from "./count-text";
import { useJoiningStrings } from "virtual:strings/joining";
import { useJoining, type JoinStep } from "./use-joining";

const ScanCode = lazy(() => import("./ScanCode"));

/**
 * Joins an existing larder: by a QR code's link, by eight characters, or by a recovery code. `closed` if there is no
 * other way in.
 */
export default function LinkPage({ closed = false }: { closed?: boolean }) {
  useTask();
  const t = useJoiningStrings();
  const [search] = useSearchParams();
  const [scanning, setScanning] = useState(false);
  const [recovering, setRecovering] = useState(search.has("recover"));
  const [code, setCode] = useState("");
  const [recoveryCode, setRecoveryCode] = useState("");
  const { step, person, setPerson, begin, recoverBy, arrived, finish, stop } = useJoining();
  useTitle(t.title);

  useEffect(() => {
    // The secret is removed from the URL and the history; scanning while the page is open only changes the fragment.
    const take = () => {
      const secret = secretOf(location.href, location.origin);
      if (location.hash !== "") history.replaceState(history.state, "", "/link");
      if (secret !== null) void begin({ secret });
    };
    take();
    window.addEventListener("hashchange", take);
    return () => {
      window.removeEventListener("hashchange", take);
      // Leaving this page without joining starts the normal sign-in.
      void auth.token();
    };
  }, [begin]);

  const opened = step.at === "in" && step.code === undefined;
  useEffect(() => {
    if (!opened) return;
    clearToasts();
    navigate("/", { replace: true });
    showToast({ tone: "success", title: t.inTitle, text: t.inText });
  }, [opened, t]);

  const shown = step.at === "begin" ? `begin ${recovering}` : step.at;
  const title = titleOf(t, step, recovering);
  return (
    <div className={`stack gap-20 ${styles.page}`}>
      <Heading key={shown} first={shown.startsWith("begin")} text={title} />
      {step.at === "begin" && (
        <>
          {scanning ? (
            <Suspense>
              <ScanCode
                onSecret={(secret) => {
                  setScanning(false);
                  void begin({ secret });
                }}
                onClose={() => setScanning(false)}
              />
            </Suspense>
          ) : recovering ? (
            <RecoverForm
              typed={recoveryCode}
              onType={setRecoveryCode}
              refusal={step.why && whyText(t, step.why, true)}
              onCode={(code) => void recoverBy(code)}
              onBack={() => setRecovering(false)}
            />
          ) : (
            <EnterCode
              closed={closed}
              typed={code}
              onType={setCode}
              refusal={step.why && whyText(t, step.why, false)}
              onCode={(whole) => void begin({ code: whole })}
              onScan={() => setScanning(true)}
              onRecover={() => setRecovering(true)}
            />
          )}
        </>
      )}
      {(step.at === "asking" || step.at === "entering" || opened) && (
        <p role="status" className="soft text-center">
          {step.at === "asking" ? t.asking : t.entering}
        </p>
      )}
      {step.at === "digits" && (
        <section className="card stack gap-16 pad">
          <p className={`flex centered gap-16 ${styles.compared}`} aria-hidden>
            {step.digits.split("").map((digit, at) => (
              <span key={at} className="center green wash">
                {digit}
              </span>
            ))}
          </p>
          <p className="soft">{t.digitsText(describeDevice().name)}</p>
          <p role="status" className="soft text-center">
            <span className="visually-hidden">{t.digits([...step.digits].join(" "))} </span>
            {t.waiting}
          </p>
          <TextField
            label={isPhone(describeDevice().platform) ? t.whoPhone : t.whoDevice}
            hint={t.whoHint}
            name="person"
            value={person}
            maxLength={40}
            autoComplete="given-name"
            onChange={(event) => setPerson(event.target.value)}
          />
          <Button wide onClick={stop}>
            {t.stop}
          </Button>
        </section>
      )}
      {step.at === "unsent" && (
        <section className="card stack gap-16 pad">
          <p>{step.count > 0 ? t.unsentText(step.count) : t.unreachable}</p>
          {step.count > 0 && <p className="soft">{t.unsentNote}</p>}
          <div className="stack gap-16 top shrink">
            <Button variant="primary" wide onClick={() => void arrived(step.got)}>
              {t.tryAgain}
            </Button>
            {step.count > 0 && (
              <Button wide onClick={() => void arrived(step.got, 0)}>
                {t.goOnAnyway}
              </Button>
            )}
            {step.got.code === undefined && (
              <Button variant="ghost" wide onClick={stop}>
                {t.stop}
              </Button>
            )}
          </div>
        </section>
      )}
      {step.at === "choose" && (
        <section className="card stack gap-16 pad">
          {step.brought === "too-many" ? (
            <p>{t.tooManyText}</p>
          ) : (
            <>
              <p>{t.bringText(countText(t, step.brought.items, step.brought.listItems, step.brought.corrections))}</p>
              <p className="soft">{t.bringNote}</p>
            </>
          )}
          <div className="stack gap-16 top shrink">
            {step.brought !== "too-many" && (
              <Button variant="primary" wide onClick={() => void finish(step.got, "everything")}>
                {t.bring}
              </Button>
            )}
            <Button wide onClick={() => void finish(step.got, "nothing")}>
              {t.leaveBehind}
            </Button>
            {/* A recovery code has been spent for this: there is no way back from it. */}
            {step.got.code === undefined && (
              <Button variant="ghost" wide onClick={stop}>
                {t.stop}
              </Button>
            )}
          </div>
        </section>
      )}
      {step.at === "again" && (
        <section className="card stack gap-16 pad">
          <p role="alert">{whyText(t, step.why, false)}</p>
          <Button variant="primary" wide onClick={() => void finish(step.got, step.along)}>
            {t.tryAgain}
          </Button>
        </section>
      )}
      {step.at === "in" && step.code !== undefined && (
        // The old code is spent, so nothing leads away from the new one before it is saved.
        <SavedCodeDialog
          title={titleOf(t, step, recovering)}
          code={step.code}
          onClose={() => navigate("/", { replace: true })}
        />
      )}
    </div>
  );
}

type Strings = ReturnType<typeof useJoiningStrings>;

function titleOf(t: Strings, step: JoinStep, recovering: boolean): string {
  switch (step.at) {
    case "begin":
      return recovering ? t.recoveryTitle : t.title;
    case "digits":
      return t.digitsTitle;
    case "unsent":
      return t.unsentTitle;
    case "choose":
      return step.brought === "too-many" ? t.tooManyTitle : t.bringTitle;
    case "in":
      return step.code === undefined ? t.title : t.newCodeTitle;
    default:
      return t.title;
  }
}

function whyText(t: Strings, why: NonNullable<(JoinStep & { at: "begin" })["why"]>, recovering: boolean): string {
  return {
    refused: recovering ? t.recoveryRefused : t.refused,
    "too-fast": t.tooFast,
    full: t.full,
    unreachable: t.unreachable,
  }[why];
}

/** Takes the focus when the page says something new, so that a screen reader goes along. */
function Heading({ text, first }: { text: string; first: boolean }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true });
  }, [first]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
