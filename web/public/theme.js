// Runs before the first paint so that a person who chose dark never sees a flash of light. `src/lib/theme.ts` writes the value.
try {
  var chosen = localStorage.getItem("larder.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch (e) {
  // Storage may be blocked; the system's theme is then followed.
}
