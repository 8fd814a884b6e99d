import { useCommon } from "../../ui/strings";

export default function ScanTab({ onDone }: { onDone: (ids: readonly string[]) => void }) {
  const common = useCommon();
  return <h1 onClickCapture={() => onDone([])}>{common.tabs.scan}</h1>;
}
