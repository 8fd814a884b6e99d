import { describeDevice, isPhone } from "../../lib/browser/device";
import { Button } from "../../ui/widgets/Button";
import { TextField } from "../../ui/widgets/Field";
import styles from "./Household.module.css";
import { countText } from "./count-text";
import { deviceLabel, MAX_PERSON_LENGTH } from "./device-label";
import { useJoiningStrings } from "virtual:strings/joining";
import type { JoinStep } from "./join-step";
import type { useJoining } from "./use-joining";

type Step<P extends JoinStep["phase"]> = Extract<JoinStep, { phase: P }>;
type Joining = ReturnType<typeof useJoining>;

/** Shows the two digits to type on the other device, and asks who uses this one meanwhile. */
export function DigitsStep({ step, joining }: { step: Step<"digits">; joining: Joining }) {
  const t = useJoiningStrings();
  const { name, platform } = describeDevice();
  return (
    <section className="card stack gap-16 pad">
      <p className={`flex centered gap-16 ${styles.compared}`} aria-hidden>
        {step.digits.split("").map((digit, index) => (
          <span key={index} className="center green wash">
            {digit}
          </span>
        ))}
      </p>
      <p className="muted">{t.digitsText(name)}</p>
      <p role="status" className="muted text-center">
        <span className="visually-hidden">{t.digits([...step.digits].join(" "))} </span>
        {t.waiting}
      </p>
      <TextField
        label={isPhone(platform) ? t.whoPhone : t.whoDevice}
        hint={t.whoHint}
        name="person"
        value={joining.person}
        maxLength={MAX_PERSON_LENGTH}
        autoComplete="given-name"
        onChange={(event) => joining.changePerson(event.target.value)}
      />
      <Button wide onClick={joining.cancel}>
        {t.stop}
      </Button>
    </section>
  );
}

/** Says that changes of the earlier larder are not sent, or that it cannot be read. */
export function UnsentStep({ step, joining }: { step: Step<"unsent">; joining: Joining }) {
  const t = useJoiningStrings();
  return (
    <section className="card stack gap-16 pad">
      <p>{step.count > 0 ? t.unsentText(step.count) : t.unreachable}</p>
      {step.count > 0 && <p className="muted">{t.unsentNote}</p>}
      <div className="stack gap-16 top shrink">
        <Button variant="primary" wide onClick={() => void joining.prepareEntry(step.credentials)}>
          {t.tryAgain}
        </Button>
        {step.count > 0 && (
          <Button wide onClick={() => void joining.prepareEntry(step.credentials, { leavesUnsent: true })}>
            {t.goOnAnyway}
          </Button>
        )}
        <StopButton step={step} onClick={joining.cancel} />
      </div>
    </section>
  );
}

/** Shows whose larder it is, and asks what to take along. */
export function ChooseStep({ step, joining }: { step: Step<"choose">; joining: Joining }) {
  const t = useJoiningStrings();
  const { credentials, devices, preview } = step;
  const counts = typeof preview === "object" ? preview : null;
  /** Without data to copy the question is only whether to open it. */
  const hasChoice = counts !== null || preview === "too-many";
  return (
    <section className="card stack gap-16 pad">
      {devices.length > 0 && (
        <p>{t.confirmText(devices.map((device) => deviceLabel(device, device.platform)).join(", "))}</p>
      )}
      {preview === "too-many" && <p>{t.tooManyText}</p>}
      {counts && <p>{t.bringText(countText(t, counts.items, counts.listItems, counts.corrections + counts.codes))}</p>}
      {!hasChoice && devices.length > 0 && <p className="muted">{t.confirmNote}</p>}
      {preview !== null && <p className="muted">{t.bringNote}</p>}
      <div className="stack gap-16 top shrink">
        {counts && (
          <Button variant="primary" wide onClick={() => void joining.enter(credentials, true)}>
            {t.bring}
          </Button>
        )}
        <Button
          variant={hasChoice ? "secondary" : "primary"}
          wide
          onClick={() => void joining.enter(credentials, false)}
        >
          {hasChoice ? t.leaveBehind : t.recoveryOpen}
        </Button>
        <StopButton step={step} onClick={joining.cancel} />
      </div>
    </section>
  );
}

/** Says why the larder could not be entered. */
export function InterruptedStep({
  step,
  failure,
  joining,
}: {
  step: Step<"interrupted">;
  failure: string;
  joining: Joining;
}) {
  const t = useJoiningStrings();
  return (
    <section className="card stack gap-16 pad">
      <p role="alert">{failure}</p>
      <Button variant="primary" wide onClick={() => void joining.enter(step.credentials, step.copy)}>
        {t.tryAgain}
      </Button>
      <StopButton step={step} onClick={joining.cancel} />
    </section>
  );
}

/** Cancels joining, except by a recovery code, which can be used once. */
function StopButton({ step, onClick }: { step: Step<"unsent" | "choose" | "interrupted">; onClick: () => void }) {
  const t = useJoiningStrings();
  if (step.credentials.code !== undefined) return null;
  return (
    <Button variant="ghost" wide onClick={onClick}>
      {t.stop}
    </Button>
  );
}
