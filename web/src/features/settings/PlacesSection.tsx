import { lazy, Suspense, useState } from "react";
import { CookingPot, Package, Pencil, Plus, Refrigerator, Snowflake } from "lucide-react";
import { useOwnPlaces } from "../../api/settings/own-places";
import type { OwnPlace, Storage } from "../../lib/domain/places";
import { Button, IconButton } from "../../ui/widgets/Button";
import { useCommon } from "../../ui/text/strings";
import { MAX_PLACES } from "./own-places";
import { usePlacesStrings } from "virtual:strings/places";

const PlaceDialog = lazy(() => import("./PlaceDialog"));

const ICONS: Readonly<Record<Storage, typeof Package>> = {
  fridge: Refrigerator,
  freezer: Snowflake,
  pantry: Package,
  counter: CookingPot,
};

/** Shows the household's own places, each with the storage place that keeps food like it. */
export default function PlacesSection() {
  const common = useCommon();
  const t = usePlacesStrings();
  const places = useOwnPlaces();
  const [open, setOpen] = useState<{ place: OwnPlace | null } | null>(null);
  return (
    <section className="card stack gap-16 shrink pad" aria-labelledby="places-title">
      <h2 id="places-title">{t.title}</h2>
      <p className="muted">{t.text}</p>
      {places.length > 0 && (
        <ul className="rows" aria-label={t.list}>
          {places.map((place) => {
            const Icon = ICONS[place.storage];
            return (
              <li key={place.id} className="row gap-12 list-row">
                <Icon size={22} strokeWidth={1.75} aria-hidden className="green" />
                <div className="grow shrink">
                  <p className="strong">
                    <bdi>{place.name}</bdi>
                  </p>
                  <p className="muted">{t.keepsLike(common.places[place.storage])}</p>
                </div>
                <IconButton
                  label={t.change(place.name)}
                  aria-haspopup="dialog"
                  icon={<Pencil size={18} aria-hidden />}
                  onClick={() => setOpen({ place })}
                />
              </li>
            );
          })}
        </ul>
      )}
      {places.length < MAX_PLACES ? (
        <div className="flex wrap gap-8">
          <Button
            size="small"
            icon={<Plus size={18} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen({ place: null })}
          >
            {t.add}
          </Button>
        </div>
      ) : (
        <p className="muted">{t.full}</p>
      )}
      <Suspense>{open && <PlaceDialog place={open.place} onClose={() => setOpen(null)} />}</Suspense>
    </section>
  );
}
