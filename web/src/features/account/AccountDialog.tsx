import { Dialog } from "../../ui/Dialog";
import { useCommon } from "../../ui/strings";

export default function AccountDialog({ onClose }: { onClose: () => void }) {
  const common = useCommon();
  return <Dialog title={common.account} onClose={onClose} />;
}
