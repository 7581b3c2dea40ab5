import { Bus, Car, Plane, Ship, TrainFront } from "lucide-react";
import type { MouseEvent } from "react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { displayCount, displayDecimal } from "#app/lib/display-number.ts";
import { ANNUAL_FOOTPRINT_KG, carbonOffsetOf, type TravelId } from "#server/calculators/carbon-offset.ts";

const icons: Record<TravelId, typeof Car> = {
  car: Car,
  flight: Plane,
  train: TrainFront,
  bus: Bus,
  ferry: Ship,
};

interface CarbonOffsetResultProps {
  biocharKg: number;
  /** The address of the input view, for whoever has no JavaScript. */
  resetTo: string;
  onReset: () => void;
}

/** CO2 sequestered, its share of a year's footprint, distances avoided. */
export function CarbonOffsetResult({ biocharKg, resetTo, onReset }: CarbonOffsetResultProps) {
  const { co2Kg, footprintPercent, distances } = carbonOffsetOf(biocharKg);
  const reset = (event: MouseEvent) => {
    event.preventDefault();
    onReset();
  };
  return (
    <div className="flex flex-1 flex-col gap-6">
      <div>
        <p tabIndex={-1} data-first-focus className="outline-none">
          <span className="mt-2 mb-1 block font-display text-5xl tabular-nums">
            {displayDecimal(co2Kg)} kg
          </span>
          <span className="text-ink-soft">
            CO₂ sequestered by {displayDecimal(biocharKg)} kg of biochar, gross, before transport and
            production
          </span>
        </p>
      </div>
      <div className="grid gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{footprintPercent.toFixed(1)}% of annual footprint</span>
          <span className="text-sm text-ink-soft">{displayCount(ANNUAL_FOOTPRINT_KG)} kg of CO₂ a year</span>
        </p>
        <div
          role="progressbar"
          aria-label="Share of annual footprint"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={footprintPercent}
          aria-valuetext={`${footprintPercent.toFixed(1)}%`}
        >
          <ShareBar share={footprintPercent / 100} />
        </div>
      </div>
      <div>
        <h3 className="font-text text-base font-medium">Equivalent distances avoided</h3>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {distances.map(({ id, by, km }) => {
            const Icon = icons[id];
            return (
              <li key={id} className="flex items-center gap-3 py-2">
                <Icon aria-hidden className="size-5 shrink-0 text-moss" strokeWidth={1.5} />
                <span className="text-ink-soft">by {by}</span>
                <span className="ml-auto font-medium tabular-nums">{displayCount(km)} km</span>
              </li>
            );
          })}
        </ul>
      </div>
      <p className="text-sm text-ink-soft">
        Beyond the carbon, you gain improved soil health, and you support sustainable British forestry.
      </p>
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink to="/products">Shop Biochar</ButtonLink>
        <ButtonLink to={resetTo} variant="secondary" onClick={reset}>
          Reset
        </ButtonLink>
      </div>
    </div>
  );
}
