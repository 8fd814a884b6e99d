import { useEffect, useState } from "react";
import { useScreen, usePrompt } from "../../lib/state/prompt-queue";
import { isIos } from "../../lib/browser/install";
import { isStandalone } from "../../lib/browser/standalone";
import { storage } from "../../lib/browser/storage";
import { putPassIntoManifest } from "../../ui/put-pass-into-manifest";
import { useTopModal } from "../../ui/modals";
import { Button } from "../../ui/widgets/Button";
import { Logo } from "../../ui/widgets/Logo";
import { PromptCard } from "../../ui/widgets/PromptCard";
import { useInstallStrings } from "virtual:strings/install";
import { useInstall } from "../../ui/hooks/use-install";

/** Written when the card is dismissed, but never read (specification §4). */
const DISMISSED_KEY = "pwa-install-dismissed";
/** The delay after the page has loaded (specification §9). */
const DELAY_MS = 2_000;

/**
 * Offers to install Larder: once per page load, after two seconds, and never above a dialog or the camera. It appears
 * on the first screen, unless that is a shared list; after a change of screen it is shown only on My Items.
 */
export default function InstallPrompt() {
  const t = useInstallStrings();
  const isOnIos = isIos();
  const isDue = useIsDue();
  const { install, installed, dialog } = useInstall();
  const [isDismissed, setIsDismissed] = useState(false);
  const screen = useScreen();
  const [firstScreen] = useState(screen);
  // It queues at once, so that it does not replace another card after two seconds.
  const shown =
    usePrompt("install", !isDismissed && !installed && !isStandalone(), true) &&
    isDue &&
    // A guest came to read somebody's list.
    !screen.startsWith("/shared/") &&
    (screen === firstScreen || screen === "items");
  useEffect(() => {
    // The manifest must contain the pass before the user installs the app, when the browser reads it.
    if (shown && isOnIos) putPassIntoManifest();
  }, [shown, isOnIos]);

  const dismiss = () => {
    storage.set(DISMISSED_KEY, String(Date.now()));
    setIsDismissed(true);
  };

  return (
    <>
      {shown && (
        <PromptCard
          icon={<Logo size={44} />}
          title={t.title}
          text={isOnIos ? t.subtitleIos : t.subtitle}
          onClose={dismiss}
          actions={
            <>
              <Button size="small" onClick={dismiss}>
                {t.notNow}
              </Button>
              <Button
                size="small"
                variant="primary"
                onClick={() => {
                  void install().then((accepted) => accepted && setIsDismissed(true));
                }}
              >
                {isOnIos ? t.showHow : t.install}
              </Button>
            </>
          }
        />
      )}
      {dialog}
    </>
  );
}

/**
 * Returns true two seconds after the page has loaded, or later, when no dialog (including the camera) is open. A dialog
 * that opens afterwards covers the card.
 */
function useIsDue(): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  const [isDue, setIsDue] = useState(false);
  const hasDialog = useTopModal() !== undefined;
  if (hasWaited && !hasDialog && !isDue) setIsDue(true);
  useEffect(() => {
    if (isStandalone()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = () => {
      // The delay starts with the page's load, even if this code was loaded later.
      const loaded = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
      const elapsed = loaded && loaded.loadEventEnd > 0 ? performance.now() - loaded.loadEventEnd : 0;
      timer = setTimeout(() => setHasWaited(true), Math.max(0, DELAY_MS - elapsed));
    };
    if (document.readyState === "complete") startTimer();
    else window.addEventListener("load", startTimer, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("load", startTimer);
    };
  }, []);
  return isDue;
}
