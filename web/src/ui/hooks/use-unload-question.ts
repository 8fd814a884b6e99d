import { useEffect } from "react";

/** Makes the browser ask before it leaves or reloads the page, while there is input that this would lose. */
export function useUnloadQuestion(hasInput: boolean): void {
  useEffect(() => {
    if (!hasInput) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before 119 asks only for this.
      event.returnValue = true;
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [hasInput]);
}
