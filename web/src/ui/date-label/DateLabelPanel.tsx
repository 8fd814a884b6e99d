import { useRef } from "react";
import { Image, Keyboard, RotateCcw } from "lucide-react";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { useLanguage } from "../../lib/language/i18n";
import { formatCalendarDay } from "../../lib/time/dates";
import { Button } from "../widgets/Button";
import { useCommon } from "../text/strings";
import styles from "./DateLabel.module.css";
import { DatePhoto } from "./DatePhoto";
import type { DateLabelState, useDateLabel } from "./use-date-label";
import { useDateLabelStrings } from "virtual:strings/date-label";
import { useFieldsStrings } from "virtual:strings/fields";

interface DateLabelPanelProps {
  label: ReturnType<typeof useDateLabel>;
  /** The reason why there is no camera. */
  problem: string | null;
  onRetryCamera: () => void;
  onFound: (found: ScannedDate) => void;
  onType: () => void;
  onSkip?: () => void;
}

/** Shows below the camera what to do, the dates to choose from, and buttons to type or photograph the date. */
export function DateLabelPanel({ label, problem, onRetryCamera, onFound, onType, onSkip }: DateLabelPanelProps) {
  const common = useCommon();
  const t = useDateLabelStrings();
  const fields = useFieldsStrings();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const { state, restart, readPhoto } = label;
  const formatted = (day: string) => formatCalendarDay(language, day);
  const isOffline = state.phase === "failed" && state.isOffline;
  const errorText =
    state.phase === "failed" ? (isOffline ? t.offline : t.failed) : state.phase === "looking" ? problem : null;
  return (
    <>
      <p role={errorText === null ? "status" : "alert"} className="muted text-center status">
        {errorText ?? statusText(t, state)}
      </p>
      {state.phase === "choice" && (
        <>
          {state.dates.length > 0 && (
            <ul className="stack gap-8" aria-label={t.choose}>
              {state.dates.map((date) => (
                <li key={date.day}>
                  <Button wide className={styles.date} onClick={() => onFound(date)}>
                    <DatePhoto photo={date.photo} />
                    <span>
                      {formatted(date.day)}
                      {date.kind && <small className="stack regular">{fields.dateKinds[date.kind]}</small>}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {state.frozenOn.map((day) => (
            <p key={day} className="muted text-center status">
              {t.frozenOn(formatted(day))}
            </p>
          ))}
        </>
      )}
      <div className="flex wrap centered gap-8">
        {(state.phase === "choice" || state.phase === "failed" || problem !== null) && (
          <Button
            icon={<RotateCcw size={18} aria-hidden />}
            onClick={() => {
              onRetryCamera();
              restart();
            }}
          >
            {common.retry}
          </Button>
        )}
        <Button
          variant={errorText === null ? "secondary" : "primary"}
          icon={<Keyboard size={18} aria-hidden />}
          onClick={onType}
        >
          {t.type}
        </Button>
        {!isOffline && (
          <Button
            icon={<Image size={18} aria-hidden />}
            busy={state.phase === "photo"}
            onClick={() => input.current?.click()}
          >
            {t.photo}
          </Button>
        )}
        {onSkip && (
          <Button variant="ghost" onClick={onSkip}>
            {t.skip}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [photo] = event.target.files ?? [];
          if (photo) readPhoto(photo);
          event.target.value = "";
        }}
      />
    </>
  );
}

function statusText(t: ReturnType<typeof useDateLabelStrings>, state: DateLabelState): string {
  switch (state.phase) {
    case "looking":
      return state.needsHint ? t.hint : t.hold;
    case "photo":
      return t.photoRead;
    case "choice":
      return state.dates.length > 0 ? t.choose : t.nothing;
    case "failed":
      return "";
  }
}
