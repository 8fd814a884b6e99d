import { Button } from "../../../ui/widgets/Button";
import { Dialog } from "../../../ui/widgets/Dialog";
import { useCommon } from "../../../ui/text/strings";
import type { Filter } from "./selection";
import { useItemsStrings } from "virtual:strings/items";

/** Asks before all given items are deleted. */
export default function DeleteAllDialog({
  count,
  filter,
  onAnswer,
}: {
  count: number;
  filter: Filter;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const common = useCommon();
  const t = useItemsStrings();
  return (
    <Dialog
      kind="alert"
      title={t.deleteAllTitle}
      description={t.deleteAllText(count, filter)}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{common.cancel}</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t.deleteAll}
          </Button>
        </>
      }
    />
  );
}
