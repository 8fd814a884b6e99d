import "../../ui/styles/screens.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "../../lib/navigation/router";
import { ArrowLeft } from "lucide-react";
import { ApiError } from "../../api/client";
import { sharedListQuery } from "../../api/cached/queries";
import type { SharedList } from "../../api/types";
import button from "../../ui/widgets/Button.module.css";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { Skeleton, SkeletonList } from "../../ui/widgets/Skeleton";
import { OpenDoor } from "../../ui/art/OpenDoor";
import { classes } from "../../ui/classes";
import { useTitle } from "../../ui/hooks/use-title";
import { SharedListView } from "./SharedListView";
import styles from "./SharedListPage.module.css";
import { useSharingStrings } from "virtual:strings/sharing";

/** Shows a shared list, with or without sign-in. */
export default function SharedListPage({ token }: { token: string }) {
  const t = useSharingStrings();
  const query = useQuery(sharedListQuery(token));
  // A deleted list also disappears from an open page. After a temporary error it stays.
  const isGone = query.error instanceof ApiError && !query.error.isTemporary;
  const shared = !isGone && isComplete(query.data) ? query.data : undefined;
  useTitle(shared?.list.title ?? t.badge);
  const checkExists = async () => {
    const { error } = await query.refetch();
    return !(error instanceof ApiError) || error.isTemporary;
  };

  return (
    <div className={styles.page}>
      <Link href="/shopping-list" className={`row gap-8 tap strong no-print ${styles.back}`}>
        <ArrowLeft size={18} aria-hidden />
        {t.back}
      </Link>
      {query.isPending ? (
        <div className="stack gap-16 top shrink">
          <Skeleton height={26} width={110} />
          <Skeleton height={40} width={260} />
          <SkeletonList rows={4} height={64} label={t.loading} />
        </div>
      ) : shared ? (
        <SharedListView shared={shared} token={token} checkExists={checkExists} />
      ) : (
        <div role="alert">
          <EmptyState
            heading="h1"
            art={<OpenDoor />}
            title={t.badge}
            text={t.unavailable}
            action={
              <Link href="/shopping-list" className={classes(button.button, button.primary)}>
                {t.back}
              </Link>
            }
          />
        </div>
      )}
    </div>
  );
}

/** Missing data counts as unavailable (specification §8). */
function isComplete(data: SharedList | undefined): data is SharedList {
  return typeof data?.list === "object" && data.list !== null && Array.isArray(data.items);
}
