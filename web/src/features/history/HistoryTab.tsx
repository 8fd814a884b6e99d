import { useCommon } from "../../ui/strings";

export default function HistoryTab() {
  const common = useCommon();
  return <h1>{common.tabs.history}</h1>;
}
