import { Suspense, lazy, type ComponentType } from "react";
import { usePreferences } from "../../api/cached/use-data";
import { useIsLooker } from "../../api/household/role";
import { Link } from "../../lib/navigation/router";
import { ChevronRight, PiggyBank, Scale, Users } from "lucide-react";
import { useTitle } from "../../ui/hooks/use-title";
import { AppearanceSection } from "./AppearanceSection";
import { AppSection } from "./AppSection";
import { NotificationsSection } from "./NotificationsSection";
import type { ImportDialogProps } from "./ImportLine";
import styles from "./Settings.module.css";
import { useSettingsStrings } from "virtual:strings/settings";

const AccountSection = lazy(() => import("./AccountSection"));
const CalendarSection = lazy(() => import("./CalendarSection"));
const DataSection = lazy(() => import("./DataSection"));
const PlacesSection = lazy(() => import("./PlacesSection"));
const ProductLookupSection = lazy(() => import("./ProductLookupSection"));
const ProgramsSection = lazy(() => import("./ProgramsSection"));

interface SettingsPageProps {
  importDialog: ComponentType<ImportDialogProps>;
  lookerNotice: ComponentType;
}

/** Shows the settings. The components that are passed in belong to other features. */
export function SettingsPage({ importDialog, lookerNotice: LookerNotice }: SettingsPageProps) {
  const t = useSettingsStrings();
  const { data: preferences } = usePreferences();
  useTitle(t.title);
  const isMember = !useIsLooker();
  return (
    <div className="stack gap-20">
      <h1>{t.title}</h1>
      {!isMember && (
        <Suspense>
          <LookerNotice />
        </Suspense>
      )}
      <Link href="/together" className={`card row gap-10 strong ink hover ${styles.link}`}>
        <Users size={20} strokeWidth={1.75} aria-hidden />
        <span className="stack">
          {t.together}
          <span className="muted regular">{t.togetherText}</span>
        </span>
        <ChevronRight size={18} aria-hidden className="muted end" />
      </Link>
      <Link href="/savings" className={`card row gap-10 strong ink hover ${styles.link}`}>
        <PiggyBank size={20} strokeWidth={1.75} aria-hidden />
        {t.savings}
        <ChevronRight size={18} aria-hidden className="muted end" />
      </Link>
      <div className="columns gap-16">
        <NotificationsSection />
        {isMember && (
          <Suspense fallback={<div className={styles.waiting} />}>
            <PlacesSection />
          </Suspense>
        )}
        <AppearanceSection />
        <AppSection />
        {isMember && (
          <>
            <Suspense fallback={<div className={styles.waiting} />}>
              <DataSection importDialog={importDialog} />
            </Suspense>
            <Suspense fallback={<div className={styles.waiting} />}>
              <CalendarSection />
            </Suspense>
            <Suspense fallback={<div className={styles.waiting} />}>
              <ProgramsSection />
            </Suspense>
          </>
        )}
        {isMember && preferences?.productLookupAllowed === true && (
          <Suspense fallback={<div className={styles.waiting} />}>
            <ProductLookupSection />
          </Suspense>
        )}
        {isMember && (
          <Suspense fallback={<div className={styles.waiting} />}>
            <AccountSection />
          </Suspense>
        )}
      </div>
      <Link href="/legal" className={`card row gap-10 strong ink hover ${styles.link}`}>
        <Scale size={20} strokeWidth={1.75} aria-hidden />
        {t.legal}
        <ChevronRight size={18} aria-hidden className="muted end" />
      </Link>
    </div>
  );
}
