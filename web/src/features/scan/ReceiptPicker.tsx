import { useRef, useState, type DragEvent } from "react";
import { Camera, FileImage, ImageUp, X } from "lucide-react";
import { Button, IconButton } from "../../ui/Button";
import { FormAlert } from "../../ui/FormAlert";
import { ReceiptLeaf } from "../../ui/art/ReceiptLeaf";
import { classes } from "../../ui/classes";
import styles from "./ReceiptPicker.module.css";
import { useLanguage } from "../../lib/i18n";
import { ACCEPT, sizeInMegabytes } from "./receipt-file";
import { useScanStrings } from "./strings";

interface ReceiptPickerProps {
  file: File | null;
  preview: string | null;
  /** What is wrong with the photo, or why it could not be read. */
  problem: { title?: string; text: string } | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
  onCamera: () => void;
  onProcess: () => void;
}

/** Chooses the receipt's picture and shows what was chosen. */
export function ReceiptPicker({ file, preview, problem, onChoose, onRemove, onCamera, onProcess }: ReceiptPickerProps) {
  const t = useScanStrings();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChoose(dropped);
  };

  return (
    // Dropping is an extra for mice; the buttons inside do the same for everyone.
    <div
      className={classes(styles.zone, over && styles.over)}
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
        ref={input} type="file" accept={ACCEPT} hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChoose(chosen);
          // The same file may be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {file ? (
        <>
          <div className={styles.chosen}>
            <Thumbnail url={preview} label={t.preview} />
            <div className={styles.facts}>
              <p className={styles.name}>{file.name}</p>
              <p className={styles.soft}>{t.size(sizeInMegabytes(language, file.size))}</p>
            </div>
            <IconButton label={t.remove} icon={<X size={22} aria-hidden />} onClick={onRemove} />
          </div>
        </>
      ) : (
        <div className={styles.invite}>
          <div className={styles.art} aria-hidden><ReceiptLeaf /></div>
          <p className={styles.lead}>{over ? t.dropNow : t.lead}</p>
        </div>
      )}
      {problem !== null && <FormAlert {...(problem.title !== undefined && { title: problem.title })} text={problem.text} />}
      <div className={styles.actions}>
        {!file && (
          <>
            <Button variant="primary" wide icon={<Camera size={20} aria-hidden />} onClick={onCamera}>{t.takePhoto}</Button>
            <Button wide icon={<ImageUp size={20} aria-hidden />} onClick={() => input.current?.click()}>{t.upload}</Button>
          </>
        )}
        <Button variant={file ? "primary" : "ghost"} wide onClick={onProcess}>{t.process}</Button>
      </div>
      {!file && <p className={styles.hint}>{t.uploadHint} <span className={styles.wideOnly}>{t.dropHint}</span></p>}
    </div>
  );
}

/** A small picture of the file, or a sign for formats this browser cannot show. */
function Thumbnail({ url, label }: { url: string | null; label: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={styles.thumbnail}>
      {url !== null && broken !== url ? <img src={url} alt={label} onError={() => setBroken(url)} /> : <FileImage size={28} aria-label={label} role="img" />}
    </span>
  );
}
