import { lazy, Suspense, useState, type ReactNode } from "react";
import { CircleUserRound, Settings, ShoppingBasket } from "lucide-react";
import { Link, usePath } from "../lib/router";
import { IconButton } from "../ui/Button";
import { Logo } from "../ui/Logo";
import { Skeleton, SkeletonList } from "../ui/Skeleton";
import { useCommon } from "../ui/strings";
import styles from "./Shell.module.css";
import { StatusLine } from "./StatusLine";

const Refresh = lazy(() => import("./Refresh"));
const AccountDialog = lazy(() => import("../features/account/AccountDialog"));

/** The frame of every page: header, the main page's tabs if there are any, and the content. `refresh` for pages whose lists can be asked for again. */
export function Shell({ tabs, refresh, children }: { tabs?: ReactNode; refresh?: boolean; children: ReactNode }) {
  const common = useCommon();
  const path = usePath();
  const [accountOpen, setAccountOpen] = useState(false);
  return (
    <div className={styles.shell} data-tabs={tabs !== undefined || undefined}>
      <a href="#content" className={styles.skip}>{common.skip}</a>
      <header className={styles.header}>
        <div className={styles.inner}>
          <Link href="/" className={styles.brand} aria-label={common.home}>
            <Logo size={32} />
            <span>{common.product}</span>
          </Link>
          {tabs}
          <nav className={styles.links} aria-label={common.product}>
            {refresh && <Suspense fallback={<span className={styles.link} />}><Refresh /></Suspense>}
            <Link href="/shopping-list" className={styles.link} aria-label={common.shoppingList} data-tip={common.shoppingList} aria-current={path === "/shopping-list" ? "page" : undefined}>
              <ShoppingBasket size={22} strokeWidth={1.75} aria-hidden />
            </Link>
            <IconButton label={common.account} icon={<CircleUserRound size={22} strokeWidth={1.75} aria-hidden />} onClick={() => setAccountOpen(true)} aria-haspopup="dialog" />
            <Link href="/settings" className={styles.link} aria-label={common.settings} data-tip={common.settings} aria-current={path === "/settings" ? "page" : undefined}>
              <Settings size={22} strokeWidth={1.75} aria-hidden />
            </Link>
          </nav>
        </div>
        <StatusLine />
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>{children}</main>
      <Suspense>{accountOpen && <AccountDialog onClose={() => setAccountOpen(false)} />}</Suspense>
    </div>
  );
}

/** What a page shows while its code is on the way. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton height={36} width={220} />
      <SkeletonList rows={4} />
    </div>
  );
}
