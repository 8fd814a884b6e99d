import { useEffect, useMemo } from "react";

const users = new Map<string, number>();
const urls = new WeakMap<Blob, string>();

function urlOf(picture: Blob): string {
  const existing = urls.get(picture);
  if (existing !== undefined) return existing;
  const created = URL.createObjectURL(picture);
  urls.set(picture, created);
  return created;
}

/**
 * Returns the object URL of a picture, the same for all components, so that it is decoded once. The URL is revoked one
 * second after its last use, because a component may mount again (React's strict mode).
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
