import type { ReactNode } from "react";
import { Settings } from "lucide-react";
import { Link } from "../../lib/navigation/router";
import button from "../../ui/widgets/Button.module.css";
import { Logo } from "../../ui/widgets/Logo";
import { classes } from "../../ui/classes";
import styles from "./Frame.module.css";

interface FrameProps {
  common: Sentences["common"];
  /** The current page, for `aria-current`. */
  path?: string;
  tabs?: ReactNode;
  refresh?: ReactNode;
  account: ReactNode;
  status?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every page: header, tabs and content. It has no state and no data, so that the build can render it into
 * `index.html` (`FirstPaint.tsx`). `Shell.tsx` adds the behaviour.
 */
export function Frame({ common, path, tabs, refresh, account, status, children }: FrameProps) {
  return (
    <div className={`flex column ${styles.shell}`} data-tabs={tabs !== undefined || undefined}>
      <a href="#content" className={`no-print ${styles.skip}`}>
        {common.skip}
      </a>
      <header className={`no-print ${styles.header}`}>
        <div className={`row split gap-8 ${styles.inner}`}>
          <Link href="/" className={`row gap-10 tap ink ${styles.brand}`} aria-label={common.home}>
            <Logo size={32} />
            <span>{common.product}</span>
          </Link>
          {tabs}
          <nav className="row" aria-label={common.product}>
            {refresh}
            {account}
            <Link
              href="/settings"
              className={classes(button.icon, styles.link)}
              aria-label={common.settings}
              data-tip={common.settings}
              aria-current={path === "/settings" ? "page" : undefined}
            >
              <Settings size={22} strokeWidth={1.75} aria-hidden />
            </Link>
          </nav>
        </div>
        {status}
      </header>
      <main id="content" className={`grow full ${styles.main}`} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Takes the space of a link or button of the header that is missing or not loaded. */
export function LinkPlaceholder({ children }: { children?: ReactNode }) {
  return <span className={button.icon}>{children}</span>;
}
