import { useQuery } from "@tanstack/react-query";
import { uploadLimitQuery } from "../../api/cached/queries";
import { Badge } from "../../ui/widgets/Badge";
import { useScanStrings } from "virtual:strings/scan";

/** Shows the number of receipts that can still be read this month, in the colours of specification §2. */
export function RemainingScans() {
  const t = useScanStrings();
  const { data: limit, isError } = useQuery(uploadLimitQuery());
  if (limit) {
    const { remainingUploads: count, monthlyLimit } = limit;
    return (
      <Badge tone={count > 3 ? "default" : count >= 1 ? "secondary" : "destructive"}>
        {t.remaining(count, monthlyLimit)}
      </Badge>
    );
  }
  if (isError) return null;
  return (
    // Reserves space until the server has answered.
    <span className="invisible" aria-hidden>
      <Badge>{t.remaining(0, 0)}</Badge>
    </span>
  );
}
