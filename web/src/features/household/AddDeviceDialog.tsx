import { useEffect, useMemo, useRef, useState } from "react";
import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { useNow } from "../../lib/time/clock";
import { useCommon } from "../../ui/strings";
import styles from "./Household.module.css";
import { showCode } from "./codes";
import { useHouseholdStrings } from "virtual:strings/household";
import { useAdding } from "./use-adding";

/** Lets another device in: shows it the way, says who asks, and has the two digits typed that it shows. */
export default function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const { step, confirm, again } = useAdding(onClose);
  const name = step.at === "asked" || step.at === "confirmed" ? step.name : "";
  const title = step.at === "asked" || step.at === "confirmed" ? t.asks(name) : step.at === "dead" ? t.dead : t.add;
  return (
    <Dialog
      focusTitle={step.at !== "asked"}
      dirty={false}
      title={title}
      onClose={onClose}
      footer={
        step.at === "dead" || step.at === "failed" ? (
          <Button variant="primary" onClick={again}>
            {step.at === "dead" ? t.again : common.retry}
          </Button>
        ) : (
          <Button onClick={onClose}>{common.cancel}</Button>
        )
      }
    >
      {step.at === "opening" && (
        <p role="status" className="soft text-center">
          {t.opening}
        </p>
      )}
      {step.at === "open" && <Open secret={step.secret} code={step.code} expiresAt={step.expiresAt} />}
      {step.at === "asked" && (
        // Another try begins with an empty field.
        <Digits
          key={step.failures}
          name={name}
          error={step.failures === 0 ? undefined : step.wrong ? t.wrong(step.triesLeft) : t.changeFailed}
          busy={step.busy}
          onDigits={confirm}
        />
      )}
      {step.at === "confirmed" && <p role="status">{t.confirmed}</p>}
      {step.at === "dead" && <p role="status">{t.deadText}</p>}
      {step.at === "failed" && <p role="alert">{step.full ? t.tooMany : t.changeFailed}</p>}
    </Dialog>
  );
}

function Open({ secret, code, expiresAt }: { secret: string; code: string; expiresAt: string }) {
  const t = useHouseholdStrings();
  const now = useNow();
  const drawn = useMemo(() => {
    const qr = generate(`${location.origin}/link#${secret}`);
    return { path: toSvgPath(qr), size: qr.size };
  }, [secret]);
  const minutes = Math.min(5, Math.max(1, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 60_000)));
  return (
    <>
      <p>{t.addText(`${location.host}/link`)}</p>
      {/* Black on white in the dark as well, with the quiet zone that readers look for. */}
      <svg
        className={styles.qr}
        viewBox={`-4 -4 ${drawn.size + 8} ${drawn.size + 8}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t.qr}
      >
        <path d={drawn.path} />
      </svg>
      <p className={`text-center ${styles.code}`}>
        <span className="visually-hidden">{t.code}: </span>
        {showCode(code)}
      </p>
      <p className="soft text-center">{t.minutes(minutes)}</p>
    </>
  );
}

function Digits({
  name,
  error,
  busy,
  onDigits,
}: {
  name: string;
  error: string | undefined;
  busy: boolean;
  onDigits: (digits: string) => void;
}) {
  const t = useHouseholdStrings();
  const [typed, setTyped] = useState("");
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <>
      <p>{t.asksText}</p>
      <div ref={form} className={styles.digits}>
        <TextField
          label={t.digits(name)}
          name="digits"
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          readOnly={busy}
          error={error}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, "").slice(0, 2);
            setTyped(digits);
            // Two digits are all that there is to type.
            if (digits.length === 2) onDigits(digits);
          }}
        />
      </div>
    </>
  );
}
