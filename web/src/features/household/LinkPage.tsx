import "../../ui/styles/screens.css";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { auth } from "../../lib/auth/auth";
import { firstStartSecret } from "../../lib/auth/first-start";
import { useTask } from "../../lib/state/prompt-queue";
import { navigate, useSearchParams } from "../../lib/navigation/router";
import { clearToasts, showToast } from "../../ui/toasts";
import { useTitle } from "../../ui/hooks/use-title";
import { EnterCode } from "./EnterCode";
import styles from "./Household.module.css";
import { ChooseStep, DigitsStep, InterruptedStep, UnsentStep } from "./JoinSteps";
import { SavedCodeDialog } from "./SavedCodeDialog";
import { secretOf } from "./codes";
import { useJoiningStrings } from "virtual:strings/joining";
import type { JoinFailure, JoinStep } from "./join-step";
import { useJoining } from "./use-joining";

const ScanCode = lazy(() => import("./ScanCode"));

/**
 * Joins a larder by a link, its eight characters, a recovery code, an install pass or a set-up link. `closed` means
 * that a new larder cannot be created.
 */
export default function LinkPage({ closed = false }: { closed?: boolean }) {
  useTask();
  const t = useJoiningStrings();
  const [search] = useSearchParams();
  const [isScanning, setIsScanning] = useState(false);
  const [isRecovering, setIsRecovering] = useState(search.has("recover"));
  const [code, setCode] = useState("");
  const joining = useJoining();
  const { step, join, cancel } = joining;
  useTitle(t.title);
  const switchForm = () => {
    // Discards the failure and the text of the other form.
    cancel();
    setCode("");
    setIsRecovering(!isRecovering);
  };

  useAddressSecret(join);
  // Leaving this page without joining starts the normal sign-in.
  useEffect(() => () => void auth.token(), []);

  const isJoined = step.phase === "joined" && step.code === undefined;
  const isFirst = step.phase === "joined" && step.isFirst;
  useEffect(() => {
    if (!isJoined) return;
    clearToasts();
    navigate("/", { replace: true });
    if (!isFirst) showToast({ tone: "success", title: t.inTitle, text: t.inText });
  }, [isJoined, isFirst, t]);

  const heading = step.phase === "start" ? `start ${isRecovering}` : step.phase;
  const title = titleOf(t, step, isRecovering);
  return (
    <div className={`stack gap-20 ${styles.page}`}>
      <Heading key={heading} isFocused={step.phase !== "start"} text={title} />
      {step.phase === "start" && isScanning && (
        <Suspense>
          <ScanCode
            onSecret={(secret) => {
              setIsScanning(false);
              void join(secret);
            }}
            onClose={() => setIsScanning(false)}
          />
        </Suspense>
      )}
      {step.phase === "start" && !isScanning && (
        <EnterCode
          key={String(isRecovering)}
          isRecovery={isRecovering}
          closed={closed}
          typed={code}
          onType={setCode}
          failure={step.failure && joinFailureText(t, step.failure, isRecovering)}
          onCode={(typed) => void join(typed)}
          onScan={() => setIsScanning(true)}
          onSwitch={switchForm}
        />
      )}
      {(step.phase === "requesting" || step.phase === "entering" || isJoined) && (
        <p role="status" className="muted text-center">
          {step.phase === "requesting" ? t.asking : t.entering}
        </p>
      )}
      {step.phase === "digits" && <DigitsStep step={step} joining={joining} />}
      {step.phase === "unsent" && <UnsentStep step={step} joining={joining} />}
      {step.phase === "choose" && <ChooseStep step={step} joining={joining} />}
      {step.phase === "interrupted" && (
        <InterruptedStep step={step} failure={joinFailureText(t, step.failure, false)} joining={joining} />
      )}
      {step.phase === "joined" && step.code !== undefined && (
        // The old code is invalid now, so the page stays until the user has saved the new one.
        <SavedCodeDialog
          title={titleOf(t, step, isRecovering)}
          code={step.code}
          onClose={() => navigate("/", { replace: true })}
        />
      )}
    </div>
  );
}

/** Joins by the secret in the address, and removes it from there and from the history. */
function useAddressSecret(join: (secret: string) => Promise<void>): void {
  useEffect(() => {
    const takeSecret = () => {
      const secret = secretOf(location.href, location.origin) ?? firstStartSecret(location.hash);
      if (location.hash !== "") history.replaceState(history.state, "", "/link");
      if (secret !== null) void join(secret);
    };
    takeSecret();
    // A link that is scanned while the page is open only changes the fragment.
    window.addEventListener("hashchange", takeSecret);
    return () => window.removeEventListener("hashchange", takeSecret);
  }, [join]);
}

type Strings = ReturnType<typeof useJoiningStrings>;

function titleOf(t: Strings, step: JoinStep, isRecovering: boolean): string {
  switch (step.phase) {
    case "start":
      return isRecovering ? t.recoveryTitle : t.title;
    case "digits":
      return t.digitsTitle;
    case "unsent":
      return t.unsentTitle;
    case "choose":
      if (step.preview === null || step.preview === "history") return t.confirmTitle;
      return step.preview === "too-many" ? t.tooManyTitle : t.bringTitle;
    case "joined":
      return step.code === undefined ? t.title : t.newCodeTitle;
    default:
      return t.title;
  }
}

function joinFailureText(t: Strings, failure: JoinFailure, isRecovering: boolean): string {
  return {
    refused: isRecovering ? t.recoveryRefused : t.refused,
    "too-fast": t.tooFast,
    full: t.full,
    "last-member": t.lastMember,
    unreachable: t.unreachable,
  }[failure];
}

/** The title of a step. With `isFocused`, it takes the focus when the step begins, so that a screen reader reads it. */
function Heading({ text, isFocused }: { text: string; isFocused: boolean }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true });
  }, [isFocused]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
