import { useEffect, useState } from "react";
import { X } from "lucide-react";
import { useScreen, usePrompt } from "../../lib/state/prompt-queue";
import { isIos, isStandalone } from "../../lib/browser/install";
import { storage } from "../../lib/browser/storage";
import { Button, IconButton } from "../../ui/Button";
import { Logo } from "../../ui/Logo";
import { useCommon } from "../../ui/strings";
import { useBusy } from "../../ui/use-busy";
import { useInstallStrings } from "virtual:strings/install";
import { useInstall } from "../../ui/use-install";
import styles from "../../ui/PromptCard.module.css";

/** Written when the card is dismissed; never read, as specification §4 has it. */
const DISMISSED_KEY = "pwa-install-dismissed";
/** Milliseconds after the page has loaded (specification §9). */
const DELAY = 2_000;
/** The interval of checking whether a blocking dialog has closed. */
const RECHECK = 500;

/**
 * Offers to install Larder: once per page load, after two seconds, on any screen, and never above a dialog or the
 * camera. It does not follow to other screens than My Items. It floats above the tab bar, where it is seen; the page
 * gets room to scroll its end out from under it. It is hidden while the user is busy.
 */
export default function InstallPrompt() {
  const common = useCommon();
  const t = useInstallStrings();
  const ios = isIos();
  const due = useDue();
  const { install, installed, dialog } = useInstall();
  const [over, setOver] = useState(false);
  const busy = useBusy();
  const screen = useScreen();
  const [firstScreen] = useState(screen);
  // It has its turn from the start, so that no other card makes way for it after two seconds.
  const shown =
    usePrompt("install", !over && !installed && !isStandalone(), true) &&
    due &&
    (screen === firstScreen || screen === "items");
  useEffect(() => {
    // Loads the pass before the user follows the steps, because the browser reads the manifest then.
    if (shown && ios)
      void import("../../api/household/install-pass").then(
        ({ putPassIntoManifest }) => putPassIntoManifest(),
        () => undefined,
      );
  }, [shown, ios]);

  const dismiss = () => {
    storage.set(DISMISSED_KEY, String(Date.now()));
    setOver(true);
  };

  return (
    <>
      {shown && (
        <aside
          hidden={busy}
          className={`floating rise stack middle no-print ${styles.card} ${styles.floats}`}
          aria-labelledby="install-title"
          aria-describedby="install-text"
        >
          <Logo size={44} />
          <div className="shrink">
            <h2 id="install-title" className="title">
              {t.title}
            </h2>
            <p id="install-text" className="soft small">
              {ios ? t.subtitleIos : t.subtitle}
            </p>
          </div>
          <IconButton
            label={common.close}
            icon={<X size={20} aria-hidden />}
            className={styles.close}
            onClick={dismiss}
          />
          <div className={`stack gap-8 ${styles.actions}`}>
            <Button size="small" onClick={dismiss}>
              {t.notNow}
            </Button>
            <Button
              size="small"
              variant="primary"
              onClick={() => {
                void install().then((accepted) => accepted && setOver(true));
              }}
            >
              {ios ? t.showHow : t.install}
            </Button>
          </div>
        </aside>
      )}
      {dialog}
    </>
  );
}

/**
 * True two seconds after the page has loaded, or once no dialog (including the camera) is open. A later dialog covers
 * the card, because it is in the browser's top layer.
 */
function useDue(): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (isStandalone()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const appear = () => {
      if (document.querySelector("dialog[open]")) timer = setTimeout(appear, RECHECK);
      else setDue(true);
    };
    const begin = () => {
      // Counted from the page's load, however late this code arrived.
      const loaded = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
      const since = loaded && loaded.loadEventEnd > 0 ? performance.now() - loaded.loadEventEnd : 0;
      timer = setTimeout(appear, Math.max(0, DELAY - since));
    };
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("load", begin);
    };
  }, []);
  return due;
}
