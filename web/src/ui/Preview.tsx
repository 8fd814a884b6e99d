import { useState, type ReactNode } from "react";

/**
 * Shows a chosen picture once the browser has decoded it. Until then, and for a format that it cannot decode (HEIC in
 * most browsers, a PDF), `otherwise` is shown instead of the browser's sign for a broken picture.
 */
export function Preview({ url, alt, otherwise }: { url: string | null; alt: string; otherwise?: ReactNode }) {
  const [decoded, setDecoded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const isShown = url !== null && decoded === url;
  return (
    <>
      {url !== null && broken !== url && (
        <img src={url} alt={alt} hidden={!isShown} onLoad={() => setDecoded(url)} onError={() => setBroken(url)} />
      )}
      {!isShown && otherwise}
    </>
  );
}
