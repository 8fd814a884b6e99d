import type { PhotoArea } from "../../../api/types";
import { usePreview } from "../../../ui/use-preview";
import styles from "./Receipt.module.css";
import type { Picture } from "./use-pictures";

/** The margin around a line, as a share of its height. */
const MARGIN = 0.3;

/** Shows the part of the photo that contains a line. Hidden from screen readers, which read the line's text below. */
export function PhotoStrip({ picture, area }: { picture: Picture; area: PhotoArea }) {
  const url = usePreview(picture.blob);
  const margin = MARGIN * (area.bottom - area.top) * picture.height;
  const left = Math.max(0, area.left - margin / picture.width);
  const top = Math.max(0, area.top - margin / picture.height);
  const width = Math.min(1, area.right + margin / picture.width) - left;
  const height = Math.min(1, area.bottom + margin / picture.height) - top;
  const ratioOf = (width: number, height: number) => (width * picture.width) / (height * picture.height);
  // On a photo taken sideways a line is a column, which is illegible here.
  if (url === null || !(ratioOf(area.right - area.left, area.bottom - area.top) > 2)) return null;
  const offset = (start: number, size: number) => `${(-100 * start) / size}%`;
  return (
    <div className={`place clip full well ${styles.strip}`} style={{ aspectRatio: String(ratioOf(width, height)) }}>
      <img src={url} alt="" style={{ width: `${100 / width}%`, left: offset(left, width), top: offset(top, height) }} />
    </div>
  );
}
