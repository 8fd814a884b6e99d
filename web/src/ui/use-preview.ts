import { useEffect, useMemo } from "react";

const users = new Map<string, number>();
const urls = new WeakMap<Blob, string>();

function urlOf(picture: Blob): string {
  const known = urls.get(picture);
  if (known !== undefined) return known;
  const made = URL.createObjectURL(picture);
  urls.set(picture, made);
  return made;
}

/**
 * An address under which a picture can be shown, the same for everybody who shows it, so that it is decoded once. It is
 * released a little after the last use of it (React's strict mode lets go and takes up again).
 */
export function usePreview(picture: Blob | null): string | null {
  const url = useMemo(() => (picture ? urlOf(picture) : null), [picture]);
  useEffect(() => {
    if (url === null || picture === null) return;
    users.set(url, (users.get(url) ?? 0) + 1);
    return () => {
      users.set(url, (users.get(url) ?? 1) - 1);
      setTimeout(() => {
        if (users.get(url) !== 0) return;
        users.delete(url);
        urls.delete(picture);
        URL.revokeObjectURL(url);
      }, 1_000);
    };
  }, [url, picture]);
  return url;
}
