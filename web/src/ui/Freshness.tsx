import { Hourglass, Leaf, OctagonX } from "lucide-react";
import type { Freshness } from "../lib/domain/freshness";
import styles from "./Freshness.module.css";
import { useCommon } from "./strings";

const ICONS = { fresh: Leaf, soon: Hourglass, expired: OctagonX } as const;

/** An icon with a different shape and colour for each freshness. */
export function FreshnessIcon({ status, size = 16 }: { status: Freshness; size?: number }) {
  const Icon = ICONS[status];
  return <Icon size={size} aria-hidden />;
}

/** A badge with icon, colour and a word for the freshness, or `label` instead of the word. */
export function FreshnessBadge({ status, label }: { status: Freshness; label?: string | undefined }) {
  const common = useCommon();
  return (
    <span className={`badge middle gap-4 small bold nowrap wash ${status}`}>
      <FreshnessIcon status={status} size={14} />
      {label ?? common[status]}
    </span>
  );
}

/** A decorative line for an item's remaining life: solid while fresh, broken when soon, empty and dashed once expired. */
export function FreshnessBar({ status, length }: { status: Freshness; length: number }) {
  return (
    <span className={`flex ${status} ${status === "expired" ? "" : "wash"} ${styles.bar}`} aria-hidden>
      {status !== "expired" && <span className={styles.fill} style={{ width: `${Math.round(length * 100)}%` }} />}
    </span>
  );
}
