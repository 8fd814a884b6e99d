import { useEffect, useEffectEvent } from "react";
import { topModal } from "../../ui/modals";
import { isPicture } from "./receipt-file";
import { takeSharedPhotos } from "./shared-photos";

/**
 * Calls `onGiven` with pictures that are pasted or dropped on the page, and once with those from the share sheet or
 * from another screen.
 */
export function useGivenPhotos(onGiven: (pictures: readonly File[]) => void): void {
  const give = useEffectEvent(onGiven);
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const pictures = [...(data?.files ?? [])].filter(isPicture);
      if (event.defaultPrevented || pictures.length === 0 || topModal()) return;
      event.preventDefault();
      give(pictures);
    };
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
    // Beside the picker, which takes other files too.
    const onDrop = (event: DragEvent) => take(event, event.dataTransfer);
    document.addEventListener("paste", onPaste);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("drop", onDrop);
    };
  }, []);

  useEffect(() => {
    void takeSharedPhotos().then((shared) => shared.length > 0 && give(shared));
  }, []);
}
