type Toasts = typeof import("./background-toasts");

/** Runs `show` with the code of the toasts. If it cannot be loaded, the status line still shows failures. */
export async function withToasts(show: (toasts: Toasts) => void): Promise<void> {
  try {
    show(await import("./background-toasts"));
  } catch (error) {
    console.warn("A background event could not be announced:", error);
  }
}
