/** A date that is printed on a package, as the server read it in a picture. */
export interface PrintedDate {
  /** A calendar day, `2026-12-24`; the last of its month where only that is printed. */
  readonly date: string;
  /** Absent where the package does not say it. */
  readonly kind?: "best_before" | "use_by" | "frozen_on" | null;
  readonly isSure: boolean;
}

/** A printed date that fills in a form, and the picture to compare it with. */
export interface ScannedDate {
  readonly day: string;
  readonly kind?: "best_before" | "use_by";
  readonly photo: Blob;
}

const MAX_PROPOSED = 3;

/** Returns true for a date until which something keeps. */
const isExpiry = ({ kind }: PrintedDate) => kind !== "frozen_on";

/**
 * Returns the date that can be filled in: the first of two pictures, and sure in one. None where any picture is sure of
 * another date. The dates of a picture are in the order of their likelihood.
 */
export function agreedDate<D extends PrintedDate>(pictures: readonly (readonly D[])[]): D | undefined {
  const expiries = pictures.map((dates) => dates.filter(isExpiry));
  const sure = expiries.flat().filter(({ isSure }) => isSure);
  const best = sure.find(({ kind }) => kind) ?? sure[0];
  if (!best || sure.some(({ date }) => date !== best.date)) return undefined;
  return expiries.filter(([first]) => first?.date === best.date).length >= 2 ? best : undefined;
}

/** Returns up to three dates to choose from, the likeliest first: how often it was read, how sure and how high. */
export function proposedDates<D extends PrintedDate>(pictures: readonly (readonly D[])[]): readonly D[] {
  const found = new Map<string, { best: D; weight: number }>();
  for (const dates of pictures)
    dates.filter(isExpiry).forEach((label, rank) => {
      const before = found.get(label.date);
      const isBetter = before === undefined || (label.isSure && !before.best.isSure);
      found.set(label.date, {
        best: isBetter ? label : before.best,
        weight: (before?.weight ?? 0) + (label.isSure ? 2 : 1) / (rank + 1),
      });
    });
  return [...found.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_PROPOSED)
    .map(({ best }) => best);
}
