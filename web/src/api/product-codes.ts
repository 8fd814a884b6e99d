import { queryOptions, useQuery } from "@tanstack/react-query";
import { requestIfChanged } from "./client";
import { outbox } from "./outbox/outbox";
import { overlayCodes } from "./outbox/overlay";
import { keys } from "./cached/queries";
import type { LearntCode } from "./types";
import { useOverlaid, type Overlaid } from "./cached/use-data";

/** Queries the larder's names of barcodes. In a separate module, because few screens use it. */
export const productCodesQuery = () =>
  queryOptions({
    queryKey: keys.codes,
    queryFn: ({ signal }) => requestIfChanged<LearntCode[]>("/api/codes", { signal }),
    // Scanning needs the names that other devices have added since.
    refetchOnMount: "always",
  });

const NO_CODES: readonly LearntCode[] = [];

export function useProductCodes(): Overlaid<readonly LearntCode[]> {
  return useOverlaid<readonly LearntCode[]>(useQuery(productCodesQuery()), overlayCodes, NO_CODES);
}

/** Remembers the household's name for the product behind a barcode. */
export function learnCode(learnt: LearntCode): void {
  void outbox.submit({ kind: "code.learn", learnt });
}
