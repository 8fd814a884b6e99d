import { lazy, useEffect, useState } from "react";
import { isPicture } from "../../features/scan/receipt-file";
import { handOver } from "../../features/scan/shared-photos";
import { navigate } from "../../lib/navigation/router";
import { topModal } from "../../ui/modals";
import { Optional } from "./ErrorBoundary";
import { tabHref } from "./tab-url";

const ImportFileDialog = lazy(() => import("../../features/import/ImportFileDialog"));

/**
 * The pages on which a dropped file is imported, or a picture read as a receipt. The scan tab takes pictures itself.
 */
const SCREENS: readonly string[] = ["/", "/shopping-list"];

/**
 * Opens the import for a file that is dropped on the items or the list, and the scan tab for pictures. Elsewhere a file
 * does nothing.
 */
export function FileDrop() {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    // Otherwise the browser leaves the app to open a file that is dropped beside its target.
    const preventOpening = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const isTaken = event.defaultPrevented;
      preventOpening(event);
      const pictures = [...(event.dataTransfer?.files ?? [])].filter(isPicture);
      const dropped = event.dataTransfer?.files[0];
      const canOpen = SCREENS.includes(location.pathname) && topModal() === undefined;
      if (isTaken || !canOpen || !dropped) return;
      if (pictures.length === 0) return setFile(dropped);
      handOver(pictures);
      navigate(tabHref("scan"));
    };
    addEventListener("dragover", preventOpening);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", preventOpening);
      removeEventListener("drop", drop);
    };
  }, []);
  return (
    file && (
      <Optional>
        <ImportFileDialog dropped={file} onClose={() => setFile(undefined)} />
      </Optional>
    )
  );
}
