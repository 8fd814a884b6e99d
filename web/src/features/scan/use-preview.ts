import { useEffect, useMemo } from "react";

const users = new Map<string, number>();

/** An address under which the chosen file can be shown, released a little after the last use of it (React's strict mode lets go and takes up again). */
export function usePreview(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => {
    if (url === null) return;
    users.set(url, (users.get(url) ?? 0) + 1);
    return () => {
      users.set(url, (users.get(url) ?? 1) - 1);
      setTimeout(() => {
        if (users.get(url) !== 0) return;
        users.delete(url);
        URL.revokeObjectURL(url);
      }, 1_000);
    };
  }, [url]);
  return url;
}
