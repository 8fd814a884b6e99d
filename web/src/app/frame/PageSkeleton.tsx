import { classes } from "../../ui/classes";
import skeleton from "../../ui/widgets/Skeleton.module.css";
import { useCommon } from "../../ui/text/strings";

/** The skeleton of a page while its code loads. */
export function PageSkeleton() {
  const common = useCommon();
  return <PageSkeletonIn loading={common.loading} />;
}

/** The same with a given text, for the first paint. No style attributes, which the content security policy forbids. */
export function PageSkeletonIn({ loading }: { loading: string }) {
  return (
    <div className="stack gap-20">
      <div aria-hidden className={classes(skeleton.block, skeleton.title)} />
      <div role="status" className="stack gap-8">
        <span className="visually-hidden">{loading}</span>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} aria-hidden className={classes("full", skeleton.block, skeleton.row)} />
        ))}
      </div>
    </div>
  );
}
