import { useCommon } from "../../ui/strings";

export default function SettingsPage() {
  const common = useCommon();
  return <h1>{common.settings}</h1>;
}
