import { useEffect, useRef, useState } from "react";
import { ZoomIn, ZoomOut } from "lucide-react";
import type { PhotoArea } from "../../../api/types";
import { Button, IconButton } from "../../../ui/widgets/Button";
import { Segmented } from "../../../ui/widgets/Segmented";
import { Skeleton } from "../../../ui/widgets/Skeleton";
import { useCommon } from "../../../ui/text/strings";
import { usePreview } from "../../../ui/hooks/use-preview";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./Receipt.module.css";
import type { Picture, usePictures } from "./use-pictures";

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

interface PhotosProps {
  pictures: ReturnType<typeof usePictures>;
  /** The area of the selected line. */
  area: PhotoArea | undefined;
}

/** Shows the receipt's photos, one at a time, with scrolling and zoom. */
export function Photos({ pictures, area }: PhotosProps) {
  const t = useHistoryStrings().receipt;
  const common = useCommon();
  const [chosen, setChosen] = useState(0);
  const [zoom, setZoom] = useState(0);
  // Selecting a line also selects its photo.
  const [lastArea, setLastArea] = useState(area);
  if (area !== lastArea) {
    setLastArea(area);
    if (area && area.photo < pictures.length) setChosen(area.photo);
  }
  const query = pictures[chosen];
  const picture = query?.data;
  if (query === undefined || picture === null) return <p className="row wrap gap-8 muted pad dashed">{t.gone}</p>;
  return (
    <div className="place stack gap-8">
      {pictures.length > 1 && (
        <Segmented
          label={t.photos}
          value={String(chosen)}
          onChange={(next) => setChosen(Number(next))}
          options={pictures.map((_, index) => ({ value: String(index), label: t.photo(index + 1) }))}
        />
      )}
      {query.isError ? (
        <p role="alert" className="row wrap gap-8 muted pad dashed">
          {t.photoFailed}{" "}
          <Button variant="ghost" size="small" onClick={() => void query.refetch()}>
            {common.retry}
          </Button>
        </p>
      ) : picture ? (
        <ZoomablePhoto
          picture={picture}
          label={t.photoOf(chosen + 1, pictures.length)}
          zoom={ZOOMS[zoom] ?? 1}
          area={area?.photo === chosen ? area : undefined}
        />
      ) : (
        <div role="status">
          <span className="visually-hidden">{common.loading}</span>
          <Skeleton height={180} width="100%" />
        </div>
      )}
      {picture && (
        <div className={`flex pill ${styles.zoom}`}>
          <IconButton
            label={t.smaller}
            icon={<ZoomOut size={20} aria-hidden />}
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          />
          <IconButton
            label={t.larger}
            icon={<ZoomIn size={20} aria-hidden />}
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </div>
      )}
    </div>
  );
}

/** The share of a line's height by which the band exceeds it. */
const BAND_MARGIN = 0.15;

/** Returns the band over a line: as wide as the photo, or as high, if the photo was taken sideways. */
function bandOf({ left, top, right, bottom }: PhotoArea, { width, height }: Picture) {
  const isSideways = (bottom - top) * height > (right - left) * width;
  const share = (from: number, to: number) => {
    const margin = BAND_MARGIN * (to - from);
    return [`${(from - margin) * 100}%`, `${(to - from + 2 * margin) * 100}%`];
  };
  const [start, size] = isSideways ? share(left, right) : share(top, bottom);
  return isSideways
    ? { left: start, width: size, top: 0, height: "100%" }
    : { top: start, height: size, left: 0, width: "100%" };
}

function ZoomablePhoto({
  picture,
  label,
  zoom,
  area,
}: {
  picture: Picture;
  label: string;
  zoom: number;
  area: PhotoArea | undefined;
}) {
  const url = usePreview(picture.blob);
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = stage.current;
    if (!element || !area) return;
    const middle = ((area.top + area.bottom) / 2) * element.scrollHeight;
    element.scrollTo({
      top: middle - element.clientHeight / 2,
      left: area.left * element.scrollWidth - 8,
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
    });
  }, [area, zoom]);
  return (
    // Focusable, so that arrow keys scroll it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={stage} className={`well frame ${styles.stage}`} role="group" aria-label={label} tabIndex={0}>
      <div className="place" style={{ width: `${zoom * 100}%` }}>
        {url !== null && <img src={url} alt={label} width={picture.width} height={picture.height} className="full" />}
        {area && <span aria-hidden className={styles.mark} style={bandOf(area, picture)} />}
      </div>
    </div>
  );
}
