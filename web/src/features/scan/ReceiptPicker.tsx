import { useRef, useState, type DragEvent } from "react";
import { ArrowUp, Camera, FileImage, ImageUp, X } from "lucide-react";
import { useLanguage } from "../../lib/language/i18n";
import { Button, IconButton } from "../../ui/Button";
import { FormAlert } from "../../ui/FormAlert";
import { ReceiptLeaf } from "../../ui/art/ReceiptLeaf";
import { classes } from "../../ui/classes";
import styles from "./ScanTab.module.css";
import { MAX_PHOTOS } from "./chosen-photos";
import { ACCEPT, sizeInMegabytes } from "./receipt-file";
import { useScanStrings } from "virtual:strings/scan";
import { Preview } from "../../ui/Preview";
import { usePreview } from "../../ui/use-preview";

interface ReceiptPickerProps {
  files: readonly File[];
  /** The problem of the photo or its reading. */
  problem: { title?: string; text: string } | null;
  onChoose: (files: readonly File[]) => void;
  onRemove: (at: number) => void;
  onEarlier: (at: number) => void;
  onCamera: () => void;
  onProcess: () => void;
}

/**
 * Chooses the receipt's pictures and shows what was chosen: one, or several of a long receipt from its top to its
 * bottom.
 */
export function ReceiptPicker({
  files,
  problem,
  onChoose,
  onRemove,
  onEarlier,
  onCamera,
  onProcess,
}: ReceiptPickerProps) {
  const t = useScanStrings();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [over, setOver] = useState(false);
  const several = files.length > 1;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  const remove = (at: number) => {
    onRemove(at);
    // The one that took its place, or the one before it.
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
      left?.[Math.min(at, left.length - 1)]?.focus();
    });
  };

  return (
    // Dropping is an extra for mice; the buttons inside do the same for everyone.
    <div
      className={classes("card dashed stack gap-16 pad", over && "chosen")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
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
          // The same file may be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {files.length > 0 ? (
        <>
          {several && <p className="soft small">{t.order}</p>}
          <ol ref={list} className="stack gap-12" aria-label={several ? t.photos(files.length) : undefined}>
            {files.map((file, at) => (
              <li key={`${at} ${file.name} ${file.lastModified}`} className="row gap-16">
                <Thumbnail file={file} label={several ? t.photo(at + 1) : t.preview} />
                <div className="grow shrink">
                  <p className="strong">{file.name}</p>
                  <p className="soft small">{t.size(sizeInMegabytes(language, file.size))}</p>
                </div>
                <div className="flex">
                  {at > 0 && (
                    <IconButton
                      label={t.earlier(at + 1)}
                      icon={<ArrowUp size={20} aria-hidden />}
                      onClick={() => onEarlier(at)}
                    />
                  )}
                  <IconButton
                    data-remove
                    label={several ? t.removePhoto(at + 1) : t.remove}
                    icon={<X size={22} aria-hidden />}
                    onClick={() => remove(at)}
                  />
                </div>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <div className="stack gap-8 mid text-center">
          <div className="green" aria-hidden>
            <ReceiptLeaf />
          </div>
          <p className="soft measure">{over ? t.dropNow : t.lead}</p>
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
        <Button variant={files.length > 0 ? "primary" : "ghost"} wide onClick={onProcess}>
          {t.process}
        </Button>
      </div>
      {files.length > 0 && files.length < MAX_PHOTOS && (
        <div className="row wrap centered gap-4">
          <p className="soft small full text-center">{t.long}</p>
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
        <p className="soft small text-center">
          {t.uploadHint} <span className="only-wide">{t.dropHint}</span>
        </p>
      )}
    </div>
  );
}

/** A small picture of the file, or a sign for formats this browser cannot show. */
function Thumbnail({ file, label }: { file: File; label: string }) {
  const url = usePreview(file);
  return (
    <span className={`center rigid soft well clip ${styles.thumbnail}`}>
      <Preview url={url} alt={label} otherwise={<FileImage size={28} aria-label={label} role="img" />} />
    </span>
  );
}
