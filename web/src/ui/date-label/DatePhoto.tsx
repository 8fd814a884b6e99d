import { useFieldsStrings } from "virtual:strings/fields";
import { usePreview } from "../use-preview";
import styles from "./DateLabel.module.css";

/** The part of a picture from which a date was read, to compare it with. */
export function DatePhoto({ photo }: { photo: Blob }) {
  const t = useFieldsStrings();
  const url = usePreview(photo);
  return url === null ? null : <img src={url} alt={t.printed} className={styles.photo} />;
}
