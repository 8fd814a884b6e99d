import { useEffect, useMemo, useRef, useState } from "react";
import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import type { Role } from "../../api/types";
import { Button } from "../../ui/widgets/Button";
import { Dialog } from "../../ui/widgets/Dialog";
import { TextField } from "../../ui/widgets/Field";
import { Segmented } from "../../ui/widgets/Segmented";
import { useNow } from "../../lib/time/clock";
import { useCommon } from "../../ui/text/strings";
import styles from "./Household.module.css";
import { formatCode } from "./codes";
import { useHouseholdStrings } from "virtual:strings/household";
import { useAddDevice } from "./use-add-device";

/** The lifetime of a link. A device whose clock is slow would compute a longer rest. */
const MAX_LINK_MINUTES = 5;

/**
 * Adds a device: asks what it may do, shows a link and its code, and when a device requests to join, asks for the two
 * digits that it shows.
 */
export default function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const t = useHouseholdStrings();
  const common = useCommon();
  const [role, setRole] = useState<Role>("member");
  const { step, confirm, restart } = useAddDevice(role, onClose);
  const name = "name" in step ? step.name : undefined;
  return (
    <Dialog
      focusTitle={step.phase !== "requested"}
      dirty={false}
      title={name !== undefined ? t.asks(name) : step.phase === "expired" ? t.codeExpired : t.add}
      onClose={onClose}
      footer={
        step.phase === "expired" || step.phase === "failed" ? (
          <Button variant="primary" onClick={restart}>
            {step.phase === "expired" ? t.again : common.retry}
          </Button>
        ) : (
          <Button onClick={onClose}>{common.cancel}</Button>
        )
      }
    >
      {(step.phase === "opening" || step.phase === "open") && (
        <Segmented
          fill
          label={t.role}
          value={role}
          onChange={(next) => {
            if (next === role) return;
            setRole(next);
            restart();
          }}
          options={(["member", "looker"] as const).map((value) => ({ value, label: t.roles[value] }))}
        />
      )}
      {step.phase === "opening" && (
        <p role="status" className="muted text-center">
          {t.opening}
        </p>
      )}
      {step.phase === "open" && <LinkCode secret={step.secret} code={step.code} expiresAt={step.expiresAt} />}
      {step.phase === "requested" && (
        // The key empties the field after a failed attempt.
        <DigitsField
          key={step.failureCount}
          name={step.name}
          error={step.failureCount === 0 ? undefined : step.areDigitsWrong ? t.wrong(step.triesLeft) : t.changeFailed}
          busy={step.isBusy}
          onDigits={confirm}
        />
      )}
      {step.phase === "confirmed" && <p role="status">{t.confirmed}</p>}
      {step.phase === "expired" && <p role="status">{t.codeExpiredText}</p>}
      {step.phase === "failed" && <p role="alert">{step.isHouseholdFull ? t.tooMany : t.changeFailed}</p>}
    </Dialog>
  );
}

function LinkCode({ secret, code, expiresAt }: { secret: string; code: string; expiresAt: string }) {
  const t = useHouseholdStrings();
  const now = useNow();
  const qrCode = useMemo(() => {
    const qr = generate(`${location.origin}/link#${secret}`);
    return { path: toSvgPath(qr), size: qr.size };
  }, [secret]);
  const minutesLeft = Math.ceil((Date.parse(expiresAt) - now.getTime()) / 60_000);
  return (
    <>
      <p>{t.addText(`${location.host}/link`)}</p>
      {/* Black on white in the dark theme too, with the margin that QR code readers need. */}
      <svg
        className={styles.qr}
        viewBox={`-4 -4 ${qrCode.size + 8} ${qrCode.size + 8}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t.qr}
      >
        <path d={qrCode.path} />
      </svg>
      <p className={`text-center ${styles.code}`}>
        <span className="visually-hidden">{t.code}: </span>
        {formatCode(code)}
      </p>
      <p className="muted text-center">{t.minutes(Math.min(MAX_LINK_MINUTES, Math.max(1, minutesLeft)))}</p>
    </>
  );
}

function DigitsField({
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
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  return (
    <>
      <p>{t.asksText}</p>
      <div ref={field} className={styles.digits}>
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
            if (digits.length === 2) onDigits(digits);
          }}
        />
      </div>
    </>
  );
}
