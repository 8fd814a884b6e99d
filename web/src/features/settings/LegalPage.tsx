import { useCommon } from "../../ui/strings";

export default function LegalPage() {
  const common = useCommon();
  return <h1>{common.legal}</h1>;
}
