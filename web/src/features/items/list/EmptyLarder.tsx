import type { ReactNode } from "react";
import type { Overlaid } from "../../../api/cached/use-data";
import { Link } from "../../../lib/navigation/router";
import { EmptyShelf } from "../../../ui/art/EmptyShelf";
import { classes } from "../../../ui/classes";
import button from "../../../ui/widgets/Button.module.css";
import { EmptyState } from "../../../ui/widgets/EmptyState";
import { LoadFailed } from "../../../ui/widgets/LoadFailed";
import { useItemsStrings } from "virtual:strings/items";

interface EmptyLarderProps {
  query: Overlaid<unknown>["query"];
  scanHref: string;
  chips: ReactNode;
}

/** Says that the larder has no items and how to add some, or that its items could not be loaded. */
export function EmptyLarder({ query, scanHref, chips }: EmptyLarderProps) {
  const t = useItemsStrings();
  if (query.isError || query.isPending)
    return <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />;
  return (
    <>
      {chips}
      <EmptyState
        art={<EmptyShelf />}
        title={t.emptyTitle}
        text={t.emptyText}
        action={
          <>
            <Link href={scanHref} className={classes(button.button, button.primary, "members-only")}>
              {t.emptyAction}
            </Link>
            <Link href="/link" className={classes(button.button, button.ghost)}>
              {t.emptyJoin}
            </Link>
          </>
        }
      />
    </>
  );
}
