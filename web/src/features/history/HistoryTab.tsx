import "../../ui/styles/screens.css";
import { lazy, Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "../../lib/navigation/router";
import { sessionsQuery } from "../../api/cached/queries";
import { useNow } from "../../lib/time/clock";
import { Badge } from "../../ui/widgets/Badge";
import button from "../../ui/widgets/Button.module.css";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { LoadFailed } from "../../ui/widgets/LoadFailed";
import { SkeletonList } from "../../ui/widgets/Skeleton";
import { ReceiptNail } from "../../ui/art/ReceiptNail";
import { classes } from "../../ui/classes";
import { SessionCard } from "./SessionCard";
import { useHistoryStrings } from "virtual:strings/history";

const ReceiptPage = lazy(() => import("./receipt/ReceiptPage"));

/** Shows the scanned receipts, or the one that the address names. */
export default function HistoryTab() {
  const [search] = useSearchParams();
  const id = search.get("receipt");
  if (id === null) return <Sessions />;
  return (
    <Suspense fallback={<SkeletonList rows={5} height={84} />}>
      <ReceiptPage key={id} id={id} />
    </Suspense>
  );
}

/** Shows all scanned receipts, the latest first. */
function Sessions() {
  const t = useHistoryStrings();
  const now = useNow();
  const query = useQuery(sessionsQuery());
  const sessions = query.data && [...query.data].sort((a, b) => b.scannedAt.localeCompare(a.scannedAt));

  return (
    <div className="stack gap-16 top shrink">
      <div className="row wrap split gap-12">
        <h1>{t.title}</h1>
        {sessions && sessions.length > 0 && <Badge>{t.count(sessions.length)}</Badge>}
      </div>
      {query.isError && <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {query.isPending && <SkeletonList rows={3} height={142} />}
      {sessions?.length === 0 && (
        <EmptyState
          art={<ReceiptNail />}
          title={t.emptyTitle}
          text={t.emptyText}
          action={
            <Link href="/?tab=scan" className={classes(button.button, button.primary, "members-only")}>
              {t.emptyAction}
            </Link>
          }
        />
      )}
      {sessions && sessions.length > 0 && (
        <ul className="columns gap-12" aria-label={t.list}>
          {sessions.map((session) => (
            <SessionCard key={session.id} session={session} now={now} />
          ))}
        </ul>
      )}
    </div>
  );
}
