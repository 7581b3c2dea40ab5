import { Link, useSearchParams } from "@remix-run/react";
import { Bus, Car, Plane, Ship, TrainFront } from "lucide-react";
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { displayCount, displayDecimal } from "#app/lib/display.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import {
  ANNUAL_FOOTPRINT_KG,
  type CarbonOffsetView,
  CO2_KG_PER_KG_OF_BIOCHAR,
  carbonOffsetOf,
  OFFSET_QUANTITY,
  parseCarbonOffsetView,
  quantityIn,
  type TravelId,
  travelFactors,
} from "#server/calculators/carbon-offset.ts";
import ApplicationRateCalculator from "./application-rate-calculator.tsx";
import { QuantitySlider } from "./quantity-slider.tsx";

const icons: Record<TravelId, typeof Car> = {
  car: Car,
  flight: Plane,
  train: TrainFront,
  bus: Bus,
  ferry: Ship,
};

interface CarbonOffsetResultProps {
  biocharKg: number;
  /** The address of the input view, for anyone who has no JavaScript. */
  resetTo: string;
  onReset: () => void;
}

/** CO2 sequestered, its share of a year's footprint, distances avoided. */
function CarbonOffsetResult({ biocharKg, resetTo, onReset }: CarbonOffsetResultProps) {
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

/** The assumptions behind a result. */
const assumptions = [
  { what: "1 kg of biochar", figure: `${CO2_KG_PER_KG_OF_BIOCHAR} kg of CO₂` },
  { what: "A year’s footprint", figure: `${displayCount(ANNUAL_FOOTPRINT_KG)} kg of CO₂` },
  ...travelFactors.map(({ by, kgPerKm }) => ({ what: `1 km by ${by}`, figure: `${kgPerKm} kg of CO₂` })),
];

/** The anchor to which the page returns after a reload. */
const PLACE = "carbon-offset";

/**
 * Asks for a quantity, then shows the result. Without JavaScript the address holds the view and the server renders it.
 * With it the view is component state.
 */
function CarbonOffsetCalculator() {
  const [search] = useSearchParams();
  const [view, setView] = useState<CarbonOffsetView>(() => parseCarbonOffsetView(search));
  const element = useRef<HTMLElement>(null);
  const shown = useRef(view.kind);

  // The pressed button is gone, so the focus moves to what replaced it.
  useEffect(() => {
    if (shown.current === view.kind) return;
    shown.current = view.kind;
    element.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  }, [view.kind]);

  return (
    <section ref={element} id={PLACE} aria-labelledby="carbon-offset-title" className="flex">
      <Card className="flex w-full flex-col gap-3 sm:p-8">
        <h2 id="carbon-offset-title" className="text-2xl">
          Carbon Offset Calculator
        </h2>
        {view.kind === "input" ? (
          <QuantityForm view={view} onCalculate={(biocharKg) => setView({ kind: "result", biocharKg })} />
        ) : (
          <CarbonOffsetResult
            biocharKg={view.biocharKg}
            resetTo={`/?kg-from=${OFFSET_QUANTITY.afterReset}#${PLACE}`}
            onReset={() => setView({ kind: "input", biocharKg: OFFSET_QUANTITY.afterReset })}
          />
        )}
      </Card>
    </section>
  );
}

interface QuantityFormProps {
  view: Extract<CarbonOffsetView, { kind: "input" }>;
  onCalculate: (biocharKg: number) => void;
}

function QuantityForm({ view, onCalculate }: QuantityFormProps) {
  const hydrated = useHydrated();
  const [biocharKg, setBiocharKg] = useState(view.biocharKg);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  // Keep the text typed before hydration, when the slider replaces the field.
  useEffect(() => {
    const field = form.current?.elements.namedItem("kg");
    const typed = field instanceof HTMLInputElement ? quantityIn(field.value) : undefined;
    if (typed !== undefined) setBiocharKg(typed);
  }, []);

  const calculate = (event: FormEvent) => {
    event.preventDefault();
    onCalculate(biocharKg);
  };
  return (
    <form
      ref={form}
      method="get"
      action={`/#${PLACE}`}
      onSubmit={calculate}
      className="flex flex-1 flex-col gap-6"
    >
      <p className="text-ink-soft">
        Choose how much biochar you put into the ground, and see what its carbon comes to.
      </p>
      {/* As high as the slider that replaces the field, so that nothing moves. */}
      <div className="min-h-36">
        {hydrated ? (
          <QuantitySlider id={id} biocharKg={biocharKg} onChange={setBiocharKg} />
        ) : (
          <TextField
            label="Biochar quantity (kg)"
            name="kg"
            inputMode="decimal"
            required
            defaultValue={view.typed ?? view.biocharKg}
            errors={view.error === undefined ? undefined : [view.error]}
            className="max-w-60"
          />
        )}
      </div>
      <Button size="large" className="self-start">
        Calculate Carbon Offset
      </Button>
      <Assumptions />
    </form>
  );
}

/** What a green claim is based on; its qualifier shows without asking (docs/rules.md#content-2). */
function Assumptions() {
  return (
    <div className="mt-auto grid gap-3 border-t border-line pt-5 text-sm">
      <details>
        <summary className="cursor-pointer py-1 font-medium">The figures behind it</summary>
        <dl className="mt-2 grid gap-1.5">
          {assumptions.map(({ what, figure }) => (
            <div key={what} className="flex justify-between gap-x-4">
              <dt className="text-ink-soft">{what}</dt>
              <dd className="shrink-0 tabular-nums">{figure}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p className="text-ink-soft">
        Gross, before transport and production.{" "}
        <Link to="/science#carbon" className="text-moss underline underline-offset-4">
          How we work this out
        </Link>
        , and{" "}
        <Link to="/batches" className="text-moss underline underline-offset-4">
          what each batch was measured to hold
        </Link>
        .
      </p>
    </div>
  );
}

/** Both calculators side by side, for the home page: a chunk of their own that loads after the page. */
export default function Calculators(props: Parameters<typeof ApplicationRateCalculator>[0]) {
  return (
    <div className="frame grid gap-6 py-16 lg:grid-cols-2 lg:py-24">
      <CarbonOffsetCalculator />
      <ApplicationRateCalculator {...props} />
    </div>
  );
}
