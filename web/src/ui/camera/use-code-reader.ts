import { useCallback, useEffect, useRef } from "react";
import { confirmRepeatedCodes } from "../../lib/codes/repeated-codes";
import { openCodeReader, type CodeReader, type SeenCode } from "../../lib/codes/reader";

/**
 * Returns a reader of codes for `Camera`: for a package's barcode and for the QR code of another device. `onCodes` gets
 * the codes of each picture that has one; true ends it.
 */
export function useCodeReader(
  onCodes: (codes: readonly SeenCode[]) => boolean,
): (video: HTMLVideoElement) => Promise<boolean> {
  const latest = useRef(onCodes);
  const opening = useRef<Promise<CodeReader>>(undefined);
  const confirmed = useRef(confirmRepeatedCodes());
  const isGone = useRef(false);
  useEffect(() => {
    latest.current = onCodes;
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void opening.current?.then((reader) => reader.close()).catch(() => undefined);
      opening.current = undefined;
    };
  }, []);
  return useCallback(async (video) => {
    // With the first picture: if the camera is refused, no reader needs to be loaded.
    opening.current ??= openCodeReader();
    const codes = confirmed.current(await (await opening.current).read(video));
    return isGone.current || (codes.length > 0 && latest.current(codes));
  }, []);
}
