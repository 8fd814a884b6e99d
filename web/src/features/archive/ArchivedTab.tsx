import { useCommon } from "../../ui/strings";

export default function ArchivedTab() {
  const common = useCommon();
  return <h1>{common.tabs.archived}</h1>;
}
