import { queryOptions, useQuery } from "@tanstack/react-query";
import { requestUnlessSame } from "./client";
import type { QueuedChange } from "./outbox/rows";
import { keys } from "./queries";
import type { LearntCode } from "./types";
import { useOverlaid, type Overlaid } from "./use-data";

/** What this larder calls the products behind their barcodes. Only some screens want it, so it stands by itself. */
export const codesQuery = () =>
  queryOptions({
    queryKey: keys.codes,
    queryFn: ({ signal }) => requestUnlessSame<LearntCode[]>("/api/codes", { signal }),
    // Whoever is about to scan wants what the other devices have learnt since.
    refetchOnMount: "always",
  });

const NO_CODES: readonly LearntCode[] = [];

export function useCodes(): Overlaid<readonly LearntCode[]> {
  return useOverlaid<readonly LearntCode[]>(useQuery(codesQuery()), overlayCodes, NO_CODES);
}

function overlayCodes(codes: readonly LearntCode[], { change }: QueuedChange): readonly LearntCode[] {
  return change.kind === "code.learn"
    ? [...codes.filter(({ code }) => code !== change.learnt.code), change.learnt]
    : codes;
}
