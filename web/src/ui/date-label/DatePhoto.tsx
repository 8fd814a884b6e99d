import { useFieldsStrings } from "virtual:strings/fields";
import { usePreview } from "../hooks/use-preview";
import styles from "./DateLabel.module.css";

/** Shows the part of a picture with the printed date. */
export function DatePhoto({ photo }: { photo: Blob }) {
  const t = useFieldsStrings();
  const url = usePreview(photo);
  return url === null ? null : <img src={url} alt={t.printed} className={styles.photo} />;
}
