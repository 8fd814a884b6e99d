import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "../../api/client";
import { readDateLabels } from "../../api/receipts/date-labels";
import type { PrintedDate } from "../../api/types";
import { isOnline } from "../../lib/browser/online";
import { agreedDate, proposedDates, type ScannedDate } from "../../lib/domain/date-labels";
import { dayField, larderToday } from "../../lib/domain/freshness";
import { dateOrder } from "../../lib/time/date-order";
import { cutOfFrame, DATE_VIEWFINDER, jpegOf, pictureOfDate, picturesOfPhoto } from "./picture";

/** The interval of pictures: the server accepts sixty per minute. */
const INTERVAL_MS = 1_050;
/** After this number of pictures with a date the user chooses one, if no two agree. */
const MAX_READ = 4;
/** The numbers of pictures without a date after which a hint is shown, and after which reading stops. */
const HINT_AFTER = 5;
const MAX_EMPTY = 40;
/** The number of pictures in which the date of the package before is ignored. The next one may have the same date. */
export const MAX_IGNORED = 4;
export const MAX_RETRIES = 3;
const MAX_RETRY_SECONDS = 10;

type DateLabelState =
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
  const found = useRef(onFound);
  const phase = useRef<DateLabelState["phase"]>("looking");
  const read = useRef<ReadPicture[]>([]);
  const counts = useRef({ empty: 0, failures: 0 });
  const ignored = useRef<{ day: string; pictures: number }>(undefined);
  /** The reading of one package, which a restart aborts. */
  const run = useRef<AbortController>(undefined);
  useEffect(() => {
    found.current = onFound;
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
      read.current = [];
      counts.current = { empty: 0, failures: 0 };
      ignored.current = lastDay === undefined ? undefined : { day: lastDay, pictures: 0 };
      show(LOOKING);
    },
    [show],
  );

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
        counts.current.failures = 0;
      } catch (error) {
        if (signal.aborted) return 0;
        counts.current.failures += 1;
        if (isFinal(error) || counts.current.failures > MAX_RETRIES) {
          console.warn("No date can be read:", error);
          show({ phase: "failed", isOffline: isOffline(error) });
        }
        const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
        return Math.min(seconds ?? 0, MAX_RETRY_SECONDS) * 1_000;
      }
      if (signal.aborted || phase.current !== "looking") return 0;
      if (ignored.current && dates.some(({ date }) => date === ignored.current?.day)) {
        ignored.current.pictures += 1;
        if (ignored.current.pictures <= MAX_IGNORED) return 0;
      }
      ignored.current = undefined;
      if (dates.length === 0) {
        counts.current.empty += 1;
        if (counts.current.empty === HINT_AFTER) show({ phase: "looking", needsHint: true });
        if (counts.current.empty >= MAX_EMPTY) await offer(read.current, signal);
        return 0;
      }
      read.current.push({ picture, dates });
      const agreed = agreedDate(read.current.map((one) => one.dates));
      if (agreed) {
        phase.current = "choice";
        const printed = await printedDate(agreed, read.current);
        navigator.vibrate?.(30);
        if (!signal.aborted) found.current(printed);
      } else if (read.current.length >= MAX_READ) await offer(read.current, signal);
      return 0;
    },
    [offer, show],
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
