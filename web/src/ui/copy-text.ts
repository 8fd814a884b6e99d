import { showToast } from "./toasts";

interface CopyMessage {
  title: string;
  text?: string;
}

/** Copies a text and shows the result. Without https there is no clipboard. */
export async function copyText(text: string, copied: CopyMessage, failed: CopyMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: "success", ...copied });
  } catch {
    showToast({ tone: "danger", ...failed });
  }
}
