import type { insecure as en } from "../en/insecure";

export const insecure: typeof en = {
  label: "Diese Seite kam ohne https",
  missing: "Browser geben ihr darum keine Kamera, keine Erinnerungen, keine Installation und nichts ohne Netz. Alles andere geht.",
  how: "Wie sich das ändern lässt",
  ways: [
    "Tailscale: Jedes Telefon der Familie kommt in ein Tailnet, und Larder wird darin über https ausgeliefert.",
    "Caddy: ein Name, der zu deinem Router führt; das Zertifikat holt Caddy von selbst.",
    "Ein Proxy, den du schon hast: Lass ihn Larder über https ausliefern und setze LARDER_SITE_URL auf seine Adresse.",
    "Die Anleitung ist docs/SELF-HOSTING.md in Larders Quelltext, mit fertigen Dateien für jeden Weg.",
  ],
};
