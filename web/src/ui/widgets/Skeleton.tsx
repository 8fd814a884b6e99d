import styles from "./Skeleton.module.css";
import { useCommon } from "../text/strings";

/** Grey rows while a list loads, with the height of its rows. */
export function SkeletonList({ rows = 4, height = 104, label }: { rows?: number; height?: number; label?: string }) {
  const common = useCommon();
  return (
    <div role="status" className="stack gap-8">
      <span className="visually-hidden">{label ?? common.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.block} style={{ height }} />
      ))}
    </div>
  );
}

export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <div aria-hidden className={styles.block} style={{ height, width: width ?? "100%" }} />;
}
