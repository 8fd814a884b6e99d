import { Hourglass, Leaf, OctagonX } from "lucide-react";
import { lifeSegments, type Freshness } from "../lib/domain/freshness";
import { classes } from "./classes";
import styles from "./Freshness.module.css";
import { useCommon } from "./strings";

const ICONS = { fresh: Leaf, soon: Hourglass, expired: OctagonX } as const;

/** The sign of a state: it differs in shape as well as in colour. */
export function FreshnessIcon({ status, size = 16 }: { status: Freshness; size?: number }) {
  const Icon = ICONS[status];
  return <Icon size={size} aria-hidden />;
}

/** Shape, word and colour of one of the three states. */
export function FreshnessBadge({ status }: { status: Freshness }) {
  const common = useCommon();
  return (
    <span className={classes(styles.badge, styles[status])}>
      <FreshnessIcon status={status} size={14} />
      {common[status]}
    </span>
  );
}

/**
 * How long something keeps, seen before it is read: full and smooth while fresh, broken into the days that are left
 * when soon, an empty dashed line once expired. Decorative, since the words stand beside it.
 */
export function LifeBar({ status, left, days }: { status: Freshness; left: number; days: number }) {
  const segments = lifeSegments(days);
  return (
    <span className={classes(styles.bar, styles[status])} aria-hidden>
      {status === "fresh" && (
        <span className={styles.fill} style={{ width: `${Math.max(4, Math.round(left * 100))}%` }} />
      )}
      {status === "soon" &&
        [1, 2, 3].map((day) => <span key={day} className={classes(styles.segment, day <= segments && styles.full)} />)}
    </span>
  );
}
