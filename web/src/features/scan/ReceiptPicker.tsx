import { useRef, useState, type DragEvent } from "react";
import { ArrowUp, Camera, FileImage, ImageUp, X } from "lucide-react";
import { useLanguage } from "../../lib/language/i18n";
import { Button, IconButton } from "../../ui/widgets/Button";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { ReceiptLeaf } from "../../ui/art/ReceiptLeaf";
import { classes } from "../../ui/classes";
import styles from "./ScanTab.module.css";
import { MAX_PHOTOS } from "./chosen-photos";
import { ACCEPT, sizeInMegabytes } from "./receipt-file";
import { useScanStrings } from "virtual:strings/scan";
import { Preview } from "../../ui/widgets/Preview";
import { usePreview } from "../../ui/hooks/use-preview";

interface ReceiptPickerProps {
  files: readonly File[];
  /** Why the photo cannot be used, or could not be read. */
  problem: { title?: string; text: string } | null;
  onChoose: (files: readonly File[]) => void;
  onRemove: (file: File) => void;
  onMoveUp: (file: File) => void;
  onCamera: () => void;
  /** Undefined while another receipt is read. */
  onProcess: (() => void) | undefined;
}

/** Chooses and shows the photos of a receipt: one, or several of a long receipt, from its top to its bottom. */
export function ReceiptPicker({
  files,
  problem,
  onChoose,
  onRemove,
  onMoveUp,
  onCamera,
  onProcess,
}: ReceiptPickerProps) {
  const t = useScanStrings();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    onChoose([...event.dataTransfer.files]);
  };

  return (
    // The buttons do the same as dropping files.
    <div
      className={classes("card dashed stack gap-16 pad", isDraggedOver && "chosen")}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
      }}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // So that the same file can be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {files.length > 0 ? (
        <PhotoList files={files} onRemove={onRemove} onMoveUp={onMoveUp} />
      ) : (
        <div className="stack gap-8 mid text-center">
          <div className={`green ${styles.art}`} aria-hidden>
            <ReceiptLeaf />
          </div>
          <p className="muted measure">{isDraggedOver ? t.dropNow : t.lead}</p>
        </div>
      )}
      {problem !== null && (
        <FormAlert {...(problem.title !== undefined && { title: problem.title })} text={problem.text} />
      )}
      <div className={`stack gap-8 full ${styles.actions}`}>
        {files.length === 0 && (
          <>
            <Button variant="primary" wide icon={<Camera size={20} aria-hidden />} onClick={onCamera}>
              {t.takePhoto}
            </Button>
            <Button wide icon={<ImageUp size={20} aria-hidden />} onClick={() => input.current?.click()}>
              {t.upload}
            </Button>
          </>
        )}
        {onProcess && files.length > 0 && (
          <Button variant="primary" wide onClick={onProcess}>
            {t.process}
          </Button>
        )}
      </div>
      {files.length > 0 && files.length < MAX_PHOTOS && (
        <div className="row wrap centered gap-4">
          <p className="muted small full text-center">{t.long}</p>
          <Button variant="ghost" size="small" icon={<Camera size={18} aria-hidden />} onClick={onCamera}>
            {t.addPhoto}
          </Button>
          <Button
            variant="ghost"
            size="small"
            icon={<ImageUp size={18} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t.addFile}
          </Button>
        </div>
      )}
      {files.length === 0 && (
        <p className="muted small text-center">
          {t.uploadHint} <span className="only-wide">{t.dropHint}</span>
        </p>
      )}
    </div>
  );
}

/** Shows the photos in their order, with buttons to remove them and to move them up. */
function PhotoList({ files, onRemove, onMoveUp }: Pick<ReceiptPickerProps, "files" | "onRemove" | "onMoveUp">) {
  const t = useScanStrings();
  const language = useLanguage();
  const list = useRef<HTMLOListElement>(null);
  const hasSeveral = files.length > 1;
  const remove = (file: File, index: number) => {
    onRemove(file);
    // Focuses the next photo, or the last one.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
      buttons?.[Math.min(index, buttons.length - 1)]?.focus();
    });
  };
  return (
    <>
      {hasSeveral && <p className="muted small">{t.order}</p>}
      <ol ref={list} className="stack gap-12" aria-label={hasSeveral ? t.photos(files.length) : undefined}>
        {files.map((file, index) => (
          <li key={`${index} ${file.name} ${file.lastModified}`} className="row gap-16">
            <Thumbnail file={file} label={hasSeveral ? t.photo(index + 1) : t.preview} />
            <div className="grow shrink">
              <p className="strong">{file.name}</p>
              <p className="muted small">{t.size(sizeInMegabytes(language, file.size))}</p>
            </div>
            <div className="flex">
              {index > 0 && (
                <IconButton
                  label={t.earlier(index + 1)}
                  icon={<ArrowUp size={20} aria-hidden />}
                  onClick={() => onMoveUp(file)}
                />
              )}
              <IconButton
                data-remove
                label={hasSeveral ? t.removePhoto(index + 1) : t.remove}
                icon={<X size={22} aria-hidden />}
                onClick={() => remove(file, index)}
              />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Shows a small picture of the file, or an icon if the browser cannot show its format. */
function Thumbnail({ file, label }: { file: File; label: string }) {
  const url = usePreview(file);
  return (
    <span className={`center rigid muted well clip ${styles.thumbnail}`}>
      <Preview url={url} alt={label} otherwise={<FileImage size={28} aria-label={label} role="img" />} />
    </span>
  );
}
