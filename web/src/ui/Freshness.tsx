import { Hourglass, Leaf, OctagonX } from "lucide-react";
import type { Freshness } from "../lib/domain/freshness";
import styles from "./Freshness.module.css";
import { useCommon } from "./strings";

const ICONS = { fresh: Leaf, soon: Hourglass, expired: OctagonX } as const;

/** The sign of a state: it differs in shape as well as in colour. */
export function FreshnessIcon({ status, size = 16 }: { status: Freshness; size?: number }) {
  const Icon = ICONS[status];
  return <Icon size={size} aria-hidden />;
}

/** Shape, word and colour of one of the three states; `label` replaces the word if it says the same. */
export function FreshnessBadge({ status, label }: { status: Freshness; label?: string | undefined }) {
  const common = useCommon();
  return (
    <span className={`badge middle gap-4 small bold nowrap wash ${status}`}>
      <FreshnessIcon status={status} size={14} />
      {label ?? common[status]}
    </span>
  );
}

/**
 * The remaining life of an item as a line: smooth while fresh, broken when soon, an empty dashed line once expired.
 * Decorative, because the same is in words beside it.
 */
export function LifeBar({ status, length }: { status: Freshness; length: number }) {
  return (
    <span className={`flex ${status} ${status === "expired" ? "" : "wash"} ${styles.bar}`} aria-hidden>
      {status !== "expired" && <span className={styles.fill} style={{ width: `${Math.round(length * 100)}%` }} />}
    </span>
  );
}
