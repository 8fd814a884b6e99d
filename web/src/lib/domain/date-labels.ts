/** What this file uses of a date that the server has read in a picture of a package. */
interface PrintedDate {
  /** A calendar day, `2026-12-24`; the last day of the month if only that is printed. */
  readonly date: string;
  /** Absent if the package does not say it. */
  readonly kind?: "best_before" | "use_by" | "frozen_on" | null;
  readonly isSure: boolean;
}

/** A printed date for a form, and the picture to compare it with. */
export interface ScannedDate {
  readonly day: string;
  readonly kind?: "best_before" | "use_by";
  readonly photo: Blob;
}

const MAX_PROPOSED = 3;
/** A sure reading counts as much as two others. */
const SURE_WEIGHT = 2;

const isExpiry = ({ kind }: PrintedDate) => kind !== "frozen_on";

/**
 * Returns the expiry date that comes first in two pictures and is sure in one; undefined if another date is sure in any
 * picture. The dates of a picture are sorted by likelihood.
 */
export function agreedDate<D extends PrintedDate>(pictures: readonly (readonly D[])[]): D | undefined {
  const expiries = pictures.map((dates) => dates.filter(isExpiry));
  const sure = expiries.flat().filter(({ isSure }) => isSure);
  const best = sure.find(({ kind }) => kind) ?? sure[0];
  if (!best || sure.some(({ date }) => date !== best.date)) return undefined;
  return expiries.filter(([first]) => first?.date === best.date).length >= 2 ? best : undefined;
}

/** Returns up to three expiry dates, the likeliest first: by the number of readings, their certainty and their rank. */
export function proposedDates<D extends PrintedDate>(pictures: readonly (readonly D[])[]): readonly D[] {
  const found = new Map<string, { best: D; weight: number }>();
  for (const dates of pictures)
    dates.filter(isExpiry).forEach((label, rank) => {
      const before = found.get(label.date);
      const isBetter = before === undefined || (label.isSure && !before.best.isSure);
      found.set(label.date, {
        best: isBetter ? label : before.best,
        weight: (before?.weight ?? 0) + (label.isSure ? SURE_WEIGHT : 1) / (rank + 1),
      });
    });
  return [...found.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_PROPOSED)
    .map(({ best }) => best);
}
