import { useCallback, useEffect, useRef } from "react";
import { confirmRepeatedCodes } from "../../lib/codes/repeated-codes";
import { openCodeReader, type CodeReader, type SeenCode } from "../../lib/codes/reader";

/**
 * Returns an `onFrame` for `Camera` that reads codes. `onCodes` gets the codes of a picture that were read often enough
 * (`repeated-codes.ts`), and returns true to stop.
 */
export function useCodeReader(
  onCodes: (codes: readonly SeenCode[]) => boolean,
): (video: HTMLVideoElement) => Promise<boolean> {
  const latest = useRef(onCodes);
  const opening = useRef<Promise<CodeReader>>(undefined);
  const confirmed = useRef(confirmRepeatedCodes());
  const isUnmounted = useRef(false);
  useEffect(() => {
    latest.current = onCodes;
  });
  const close = useCallback(() => {
    void opening.current?.then((reader) => reader.close()).catch(() => undefined);
    opening.current = undefined;
  }, []);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      close();
    };
  }, [close]);
  return useCallback(
    async (video) => {
      // Loads the reader with the first picture, so that it is not loaded if the camera is blocked.
      opening.current ??= openCodeReader();
      try {
        const codes = confirmed.current(await (await opening.current).read(video));
        return isUnmounted.current || (codes.length > 0 && latest.current(codes));
      } catch (error) {
        // A reader that failed once never answers again; the next picture opens another.
        close();
        throw error;
      }
    },
    [close],
  );
}
