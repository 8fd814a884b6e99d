import { useId, useState, type KeyboardEvent, type PointerEvent } from "react";
import styles from "./Jar.module.css";
import { JAR_LEVELS, shareName } from "./shares";
import { useItemsStrings } from "virtual:strings/items";

/** The y coordinates of the content's surface in the drawing, if the jar is empty and full. */
const BOTTOM = 52;
const TOP = 22;
/** The drawing's first y coordinate, and its height. */
const VIEW_TOP = 6;
const VIEW_HEIGHT = 56;
const GLASS = "M21 20h22c0 4 6 5 6 12v15a7 7 0 0 1-7 7H22a7 7 0 0 1-7-7V32c0-7 6-8 6-12z";

/** Returns the nearest of the levels that the user can choose. */
const nearestLevel = (level: number) =>
  JAR_LEVELS.reduce((best, other) => (Math.abs(other - level) < Math.abs(best - level) ? other : best));

/** The jar of the logo, whose content is dragged to what is left of an item; a slider for the keyboard. */
export function Jar({ left, onChange }: { left: number; onChange: (left: number) => void }) {
  const t = useItemsStrings();
  const id = useId();
  /** The level while a finger drags it. */
  const [dragged, setDragged] = useState<number | null>(null);
  const level = dragged ?? left;
  const shown = nearestLevel(level);

  const levelAt = (event: PointerEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const y = VIEW_TOP + ((event.clientY - top) / height) * VIEW_HEIGHT;
    return Math.min(1, Math.max(0, (BOTTOM - y) / (BOTTOM - TOP)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = JAR_LEVELS.indexOf(shown);
    const last = JAR_LEVELS.length - 1;
    const next = {
      ArrowUp: index + 1,
      ArrowRight: index + 1,
      ArrowDown: index - 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const chosen = JAR_LEVELS[Math.min(last, Math.max(0, next))];
    if (chosen !== undefined && chosen !== shown) onChange(chosen);
  };
  return (
    <div className="row gap-16">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t.left}
        aria-orientation="vertical"
        aria-valuemin={25}
        aria-valuemax={100}
        aria-valuenow={shown * 100}
        aria-valuetext={t.shareLeft[shareName(shown)]}
        className={`rigid ${styles.jar}`}
        data-dragging={dragged !== null || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(levelAt(event));
        }}
        onPointerMove={(event) => dragged !== null && setDragged(levelAt(event))}
        onPointerUp={() => {
          setDragged(null);
          if (dragged !== null && shown !== left) onChange(shown);
        }}
        onPointerCancel={() => setDragged(null)}
      >
        <svg viewBox={`8 ${VIEW_TOP} 48 ${VIEW_HEIGHT}`} width={96} height={112} aria-hidden focusable="false">
          <clipPath id={id}>
            <path d={GLASS} />
          </clipPath>
          <rect x="19" y="10" width="26" height="8" rx="3" className={styles.lid} />
          <path d={GLASS} className={styles.glass} />
          <g clipPath={`url(#${id})`}>
            <path
              d="M12 2c4.6-3 9.3 3 14 0s9.3 3 14 0 9.3 3 14 0v60H12z"
              className={styles.content}
              style={{ transform: `translateY(${BOTTOM - level * (BOTTOM - TOP)}px)` }}
            />
          </g>
        </svg>
      </div>
      <p className="shrink">
        <strong className="large">{t.shareLeft[shareName(shown)]}</strong>
        <span className="muted small stack">{t.jarHint}</span>
      </p>
    </div>
  );
}
