import { noticesStrings } from "virtual:strings/notices";
import { showToast } from "./toasts";

/** Says that changes are only in this window, because the browser could not store them. */
export function showUnsaved(isDiskFull: boolean): void {
  const t = noticesStrings();
  const title = isDiskFull ? t.fullTitle : t.unsavedTitle;
  showToast({ tone: "danger", title, text: t.unsavedText, about: "unsaved" });
}
