import type { PhotoArea } from "../../../api/types";
import { usePreview } from "../../../ui/use-preview";
import styles from "./Receipt.module.css";
import type { Picture } from "./use-pictures";

/** The paper around a line, by the height of its letters. */
const MARGIN = 0.3;

/**
 * A line's part of the photo, with an equal margin on all sides. Hidden from screen readers, because its text is beside
 * it.
 */
export function Strip({ picture, place }: { picture: Picture; place: PhotoArea }) {
  const url = usePreview(picture.blob);
  const around = MARGIN * (place.bottom - place.top) * picture.height;
  const left = Math.max(0, place.left - around / picture.width);
  const top = Math.max(0, place.top - around / picture.height);
  const width = Math.min(1, place.right + around / picture.width) - left;
  const height = Math.min(1, place.bottom + around / picture.height) - top;
  const ratioOf = (across: number, along: number) => (across * picture.width) / (along * picture.height);
  // On a photo on its side a line is a column, which is illegible here.
  if (url === null || !(ratioOf(place.right - place.left, place.bottom - place.top) > 2)) return null;
  const part = (share: number, of: number) => `${(-100 * share) / of}%`;
  return (
    <div className={`place clip full well ${styles.strip}`} style={{ aspectRatio: String(ratioOf(width, height)) }}>
      <img src={url} alt="" style={{ width: `${100 / width}%`, left: part(left, width), top: part(top, height) }} />
    </div>
  );
}
