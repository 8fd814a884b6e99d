import { Hourglass, Leaf, OctagonX } from "lucide-react";
import type { Freshness } from "../../lib/domain/freshness";

const ICONS = { fresh: Leaf, soon: Hourglass, expired: OctagonX } as const;

/** An icon with a different shape and colour for each freshness. */
export function FreshnessIcon({ status, size = 16 }: { status: Freshness; size?: number }) {
  const Icon = ICONS[status];
  return <Icon size={size} aria-hidden />;
}
