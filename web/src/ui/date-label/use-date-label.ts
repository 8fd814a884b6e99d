import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "../../api/client";
import { readDateLabels } from "../../api/receipts/date-labels";
import type { PrintedDate } from "../../api/types";
import { isOnline } from "../../lib/browser/online";
import { agreedDate, proposedDates, type ScannedDate } from "../../lib/domain/date-labels";
import { dayField, larderToday } from "../../lib/domain/freshness";
import { dateOrder } from "../../lib/time/date-order";
import { cutOfFrame, DATE_VIEWFINDER, jpegOf, pictureOfDate, picturesOfPhoto } from "./picture";

/** The interval of pictures: the server accepts 60 a minute. */
const INTERVAL_MS = 1_050;
/** After this number of pictures with a date the user chooses one, if no two agree. */
const MAX_READ = 4;
/** The numbers of pictures without a date after which a hint is shown, and after which reading stops. */
const HINT_AFTER = 5;
const MAX_EMPTY = 40;
/** The number of pictures in which the date of the package before is ignored. The next one may have the same date. */
export const MAX_IGNORED = 4;
/** The number of failures in a row after which another one ends reading. */
export const MAX_RETRIES = 3;
/** The maximum wait that the server can demand before the next picture. */
const MAX_RETRY_SECONDS = 10;
const VIBRATION_MS = 30;

export type DateLabelState =
  | { readonly phase: "looking"; readonly needsHint: boolean }
  /** A photo is being read. */
  | { readonly phase: "photo" }
  /** Reading has ended: the expiry dates, the likeliest first, and the days of freezing. */
  | { readonly phase: "choice"; readonly dates: readonly ScannedDate[]; readonly frozenOn: readonly string[] }
  | { readonly phase: "failed"; readonly isOffline: boolean };

interface ReadPicture {
  readonly picture: Blob;
  readonly dates: readonly PrintedDate[];
}

const LOOKING: DateLabelState = { phase: "looking", needsHint: false };

/**
 * Reads a package's date in the camera's pictures until two agree, then calls `onFound`. Returns `onFrame` for
 * `Camera`, the state for `DateLabelPanel`, and functions to read a photo and to restart. A restart for the next
 * package gets the date of the one before, which may still be in view: it is ignored until a picture lacks it.
 */
export function useDateLabel(onFound: (found: ScannedDate) => void): {
  state: DateLabelState;
  onFrame: (video: HTMLVideoElement) => Promise<boolean>;
  readPhoto: (photo: File) => void;
  restart: (lastDay?: string) => void;
} {
  const [state, setState] = useState<DateLabelState>(LOOKING);
  const latestOnFound = useRef(onFound);
  const phase = useRef<DateLabelState["phase"]>("looking");
  /** The pictures with a date. */
  const readings = useRef<ReadPicture[]>([]);
  /** The numbers of pictures without a date, and of failures in a row. */
  const counts = useRef({ empty: 0, failures: 0 });
  const ignored = useRef<{ day: string; pictures: number }>(undefined);
  /** The reading of one package, which a restart aborts. */
  const run = useRef<AbortController>(undefined);
  useEffect(() => {
    latestOnFound.current = onFound;
  });
  useEffect(() => {
    run.current = new AbortController();
    return () => {
      run.current?.abort();
      run.current = undefined;
    };
  }, []);

  const show = useCallback((next: DateLabelState) => {
    phase.current = next.phase;
    setState(next);
  }, []);
  const restart = useCallback(
    (lastDay?: string) => {
      run.current?.abort();
      run.current = new AbortController();
      readings.current = [];
      counts.current = { empty: 0, failures: 0 };
      ignored.current = lastDay === undefined ? undefined : { day: lastDay, pictures: 0 };
      show(LOOKING);
    },
    [show],
  );

  /** Lets the user choose one of the dates. */
  const offer = useCallback(
    async (pictures: readonly ReadPicture[], signal: AbortSignal) => {
      const dates = await Promise.all(
        proposedDates(pictures.map((one) => one.dates)).map((label) => printedDate(label, pictures)),
      );
      const frozenOn = pictures.flatMap((one) => one.dates.filter(({ kind }) => kind === "frozen_on"));
      if (!signal.aborted) show({ phase: "choice", dates, frozenOn: [...new Set(frozenOn.map(({ date }) => date))] });
    },
    [show],
  );

  /** Counts a failed request. Returns the time in milliseconds to wait before the next one. */
  const countFailure = useCallback(
    (error: unknown): number => {
      counts.current.failures += 1;
      if (isFinal(error) || counts.current.failures > MAX_RETRIES) {
        console.warn("No date can be read:", error);
        show({ phase: "failed", isOffline: isOffline(error) });
      }
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      return Math.min(seconds ?? 0, MAX_RETRY_SECONDS) * 1_000;
    },
    [show],
  );

  /** Counts a picture that has the date of the package before; returns false for others. */
  const ignoreLastPackage = useCallback((dates: readonly PrintedDate[]): boolean => {
    if (ignored.current && dates.some(({ date }) => date === ignored.current?.day)) {
      ignored.current.pictures += 1;
      if (ignored.current.pictures <= MAX_IGNORED) return true;
    }
    ignored.current = undefined;
    return false;
  }, []);

  /** Calls `onFound` if two pictures agree; shows a hint, or the dates to choose from, if that takes too long. */
  const evaluate = useCallback(
    async (reading: ReadPicture, signal: AbortSignal) => {
      if (reading.dates.length === 0) {
        counts.current.empty += 1;
        if (counts.current.empty === HINT_AFTER) show({ phase: "looking", needsHint: true });
        if (counts.current.empty >= MAX_EMPTY) await offer(readings.current, signal);
        return;
      }
      readings.current.push(reading);
      const agreed = agreedDate(readings.current.map((one) => one.dates));
      if (agreed) {
        phase.current = "choice";
        const printed = await printedDate(agreed, readings.current);
        navigator.vibrate?.(VIBRATION_MS);
        if (!signal.aborted) latestOnFound.current(printed);
      } else if (readings.current.length >= MAX_READ) await offer(readings.current, signal);
    },
    [offer, show],
  );

  /** Resolves with the additional milliseconds to wait before the next picture. */
  const readFrame = useCallback(
    async (video: HTMLVideoElement, signal: AbortSignal): Promise<number> => {
      const size = { width: video.videoWidth, height: video.videoHeight };
      if (size.width === 0 || document.hidden) return 0;
      const view = { width: video.clientWidth, height: video.clientHeight };
      const picture = await jpegOf(video, cutOfFrame(size, view, DATE_VIEWFINDER));
      let dates: readonly PrintedDate[];
      try {
        dates = await readDates(picture, signal);
      } catch (error) {
        return signal.aborted ? 0 : countFailure(error);
      }
      counts.current.failures = 0;
      const isLooking = !signal.aborted && phase.current === "looking";
      if (isLooking && !ignoreLastPackage(dates)) await evaluate({ picture, dates }, signal);
      return 0;
    },
    [countFailure, evaluate, ignoreLastPackage],
  );

  const onFrame = useCallback(
    async (video: HTMLVideoElement) => {
      const signal = run.current?.signal;
      if (!signal) return true;
      const start = Date.now();
      const delay = phase.current === "looking" ? await readFrame(video, signal) : 0;
      await sleep(delay + INTERVAL_MS - (Date.now() - start), signal);
      return run.current === undefined;
    },
    [readFrame],
  );

  const readPhoto = useCallback(
    (photo: File) => {
      const signal = run.current?.signal;
      if (!signal) return;
      show({ phase: "photo" });
      const readAll = async () => {
        const pictures: ReadPicture[] = [];
        for (const picture of await picturesOfPhoto(photo))
          pictures.push({ picture, dates: await readDates(picture, signal) });
        await offer(pictures, signal);
      };
      readAll().catch((error: unknown) => {
        if (signal.aborted) return;
        console.warn("The photo cannot be read:", error);
        show({ phase: "failed", isOffline: isOffline(error) });
      });
    },
    [offer, show],
  );
  return { state, onFrame, readPhoto, restart };
}

function readDates(picture: Blob, signal: AbortSignal): Promise<readonly PrintedDate[]> {
  return readDateLabels(picture, dayField(larderToday(new Date())), dateOrder(), signal);
}

async function printedDate(label: PrintedDate, pictures: readonly ReadPicture[]): Promise<ScannedDate> {
  const source = pictures.find(({ dates }) => dates.includes(label));
  if (!source) throw new Error("The date is in none of the pictures.");
  const { date, kind, place } = label;
  const photo = await pictureOfDate(source.picture, place);
  return { day: date, photo, ...(kind && kind !== "frozen_on" && { kind }) };
}

function isOffline(error: unknown): boolean {
  return error instanceof NetworkError || !isOnline();
}

/** Returns true if the next picture would fail as well. A refused one (422) may only be too difficult to read. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError
    ? !error.isTemporary && error.status !== 422
    : !(error instanceof NetworkError) || !isOnline();
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
