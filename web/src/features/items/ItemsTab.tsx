import { useCommon } from "../../ui/strings";

export function ItemsTab({ scanHref }: { scanHref: string }) {
  const common = useCommon();
  return <h1 data-href={scanHref}>{common.tabs.items}</h1>;
}
