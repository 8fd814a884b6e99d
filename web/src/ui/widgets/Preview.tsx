import { useState, type ReactNode } from "react";

/**
 * Shows a picture once the browser has decoded it. Until then, or if it cannot decode the format, shows `otherwise`.
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
