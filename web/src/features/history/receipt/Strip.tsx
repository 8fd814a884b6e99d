import type { Place } from "../../../api/types";
import { usePreview } from "../../../ui/use-preview";
import styles from "./Strip.module.css";
import type { Picture } from "./use-pictures";

/** A line's part of the photo. Hidden from screen readers, because its text is beside it. */
export function Strip({ picture, place }: { picture: Picture; place: Place }) {
  const url = usePreview(picture.blob);
  const [width, height] = [place.right - place.left, place.bottom - place.top];
  const ratio = (width * picture.width) / (height * picture.height);
  // On a photo on its side a line is a column, which is illegible here.
  if (url === null || !(ratio > 2)) return null;
  const part = (share: number, of: number) => `${(-100 * share) / of}%`;
  return (
    <div className={styles.strip} style={{ aspectRatio: String(ratio) }}>
      <img
        src={url}
        alt=""
        style={{ width: `${100 / width}%`, left: part(place.left, width), top: part(place.top, height) }}
      />
    </div>
  );
}
