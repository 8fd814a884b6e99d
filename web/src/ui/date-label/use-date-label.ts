import { useEffect, useState } from "react";
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

/** Reads the date of one package after the other, and passes each new state to `onState`. */
class DateLabelReader {
  #phase: DateLabelState["phase"] = "looking";
  /** The pictures with a date. */
  #readings: ReadPicture[] = [];
  /** The number of pictures without a date. */
  #emptyCount = 0;
  /** The number of failures in a row. */
  #failureCount = 0;
  /** The date of the package before, and the number of pictures in which it was ignored. */
  #ignored: { readonly day: string; pictures: number } | undefined;
  /** The reading of one package, which a restart aborts; undefined while the reader is closed. */
  #run: AbortController | undefined;

  constructor(
    private readonly onState: (state: DateLabelState) => void,
    private onFound: (found: ScannedDate) => void,
  ) {}

  setOnFound(onFound: (found: ScannedDate) => void): void {
    this.onFound = onFound;
  }

  open(): void {
    this.#run = new AbortController();
  }

  close(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  readonly restart = (lastDay?: string): void => {
    this.close();
    this.open();
    this.#readings = [];
    this.#emptyCount = 0;
    this.#failureCount = 0;
    this.#ignored = lastDay === undefined ? undefined : { day: lastDay, pictures: 0 };
    this.#show(LOOKING);
  };

  /** Reads a picture of the camera. Resolves when the next one may be read: with true if there is none to read. */
  readonly onFrame = async (video: HTMLVideoElement): Promise<boolean> => {
    const signal = this.#run?.signal;
    if (!signal) return true;
    const start = Date.now();
    const delay = this.#phase === "looking" ? await this.#readFrame(video, signal) : 0;
    await sleep(delay + INTERVAL_MS - (Date.now() - start), signal);
    return this.#run === undefined;
  };

  readonly readPhoto = (photo: File): void => {
    const signal = this.#run?.signal;
    if (!signal) return;
    this.#show({ phase: "photo" });
    const readAll = async () => {
      const pictures: ReadPicture[] = [];
      for (const picture of await picturesOfPhoto(photo))
        pictures.push({ picture, dates: await readDates(picture, signal) });
      await this.#offer(pictures, signal);
    };
    readAll().catch((error: unknown) => {
      if (signal.aborted) return;
      console.warn("The photo cannot be read:", error);
      this.#show({ phase: "failed", isOffline: isOffline(error) });
    });
  };

  #show(state: DateLabelState): void {
    this.#phase = state.phase;
    this.onState(state);
  }

  /** Resolves with the additional milliseconds to wait before the next picture. */
  async #readFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<number> {
    const size = { width: video.videoWidth, height: video.videoHeight };
    if (size.width === 0 || document.hidden) return 0;
    const view = { width: video.clientWidth, height: video.clientHeight };
    const picture = await jpegOf(video, cutOfFrame(size, view, DATE_VIEWFINDER));
    let dates: readonly PrintedDate[];
    try {
      dates = await readDates(picture, signal);
    } catch (error) {
      return signal.aborted ? 0 : this.#countFailure(error);
    }
    if (signal.aborted || this.#phase !== "looking") return 0;
    this.#failureCount = 0;
    if (!this.#ignoresLastPackage(dates)) await this.#evaluate({ picture, dates }, signal);
    return 0;
  }

  /** Counts a failed request. Returns the time in milliseconds to wait before the next one. */
  #countFailure(error: unknown): number {
    this.#failureCount += 1;
    if (isFinal(error) || this.#failureCount > MAX_RETRIES) {
      console.warn("No date can be read:", error);
      this.#show({ phase: "failed", isOffline: isOffline(error) });
    }
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    return Math.min(seconds ?? 0, MAX_RETRY_SECONDS) * 1_000;
  }

  /** Counts a picture that has the date of the package before; returns false for others. */
  #ignoresLastPackage(dates: readonly PrintedDate[]): boolean {
    if (this.#ignored && dates.some(({ date }) => date === this.#ignored?.day)) {
      this.#ignored.pictures += 1;
      if (this.#ignored.pictures <= MAX_IGNORED) return true;
    }
    this.#ignored = undefined;
    return false;
  }

  /** Calls `onFound` if two pictures agree; shows a hint, or the dates to choose from, if that takes too long. */
  async #evaluate(reading: ReadPicture, signal: AbortSignal): Promise<void> {
    if (reading.dates.length === 0) {
      this.#emptyCount += 1;
      if (this.#emptyCount === HINT_AFTER) this.#show({ phase: "looking", needsHint: true });
      if (this.#emptyCount >= MAX_EMPTY) await this.#offer(this.#readings, signal);
      return;
    }
    this.#readings.push(reading);
    const agreed = agreedDate(this.#readings.map((one) => one.dates));
    if (agreed) {
      // Reads no further picture.
      this.#phase = "choice";
      const printed = await printedDate(agreed, this.#readings);
      navigator.vibrate?.(VIBRATION_MS);
      if (!signal.aborted) this.onFound(printed);
    } else if (this.#readings.length >= MAX_READ) await this.#offer(this.#readings, signal);
  }

  /** Lets the user choose one of the dates. */
  async #offer(pictures: readonly ReadPicture[], signal: AbortSignal): Promise<void> {
    const dates = await Promise.all(
      proposedDates(pictures.map((one) => one.dates)).map((label) => printedDate(label, pictures)),
    );
    const frozenOn = pictures.flatMap((one) => one.dates.filter(({ kind }) => kind === "frozen_on"));
    if (!signal.aborted)
      this.#show({ phase: "choice", dates, frozenOn: [...new Set(frozenOn.map(({ date }) => date))] });
  }
}

/**
 * Reads a package's date in the camera's pictures until two agree, then calls `onFound`. Returns `onFrame` for
 * `Camera`, the state for `DateLabelPanel`, and functions to read a photo and to restart. A restart for the next
 * package gets the date of the one before, which may still be in view: it is ignored until a picture lacks it.
 */
export function useDateLabel(
  onFound: (found: ScannedDate) => void,
): { readonly state: DateLabelState } & Pick<DateLabelReader, "onFrame" | "readPhoto" | "restart"> {
  const [state, setState] = useState(LOOKING);
  const [reader] = useState(() => new DateLabelReader(setState, onFound));
  useEffect(() => reader.setOnFound(onFound));
  useEffect(() => {
    reader.open();
    return () => reader.close();
  }, [reader]);
  return { state, onFrame: reader.onFrame, readPhoto: reader.readPhoto, restart: reader.restart };
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
