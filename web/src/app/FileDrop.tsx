import { lazy, Suspense, useEffect, useState } from "react";
import { Optional } from "./ErrorBoundary";

const ImportFileDialog = lazy(() => import("../features/import/ImportFileDialog"));

/** The pages on which a dropped file is imported. The scan tab accepts pictures of receipts. */
const SCREENS: readonly string[] = ["/", "/shopping-list"];

/** Opens the import for a file that is dropped on the items or the list. */
export function FileDrop() {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    const isFile = ({ dataTransfer }: DragEvent) =>
      SCREENS.includes(location.pathname) &&
      dataTransfer?.types.includes("Files") === true &&
      document.querySelector("dialog[open]") === null;
    const over = (event: DragEvent) => {
      if (!event.defaultPrevented && isFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const dropped = event.dataTransfer?.files[0];
      if (event.defaultPrevented || !isFile(event) || !dropped) return;
      event.preventDefault();
      if (!dropped.type.startsWith("image/")) setFile(dropped);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
  return (
    file && (
      <Optional>
        <Suspense>
          <ImportFileDialog dropped={file} onClose={() => setFile(undefined)} />
        </Suspense>
      </Optional>
    )
  );
}
