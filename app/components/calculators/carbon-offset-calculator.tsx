import { Link, useSearchParams } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";
import { displayCount } from "#app/lib/display-number.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import {
  ANNUAL_FOOTPRINT_KG,
  type CarbonOffsetView,
  CO2_KG_PER_KG_OF_BIOCHAR,
  OFFSET_QUANTITY,
  parseCarbonOffsetView,
  travelFactors,
} from "#server/calculators/carbon-offset.ts";
import { CarbonOffsetResult } from "./carbon-offset-result.tsx";
import { QuantitySlider } from "./quantity-slider.tsx";

/** What a result rests on. */
const assumptions = [
  { what: "1 kg of biochar", figure: `${CO2_KG_PER_KG_OF_BIOCHAR} kg of CO₂` },
  { what: "A year’s footprint", figure: `${displayCount(ANNUAL_FOOTPRINT_KG)} kg of CO₂` },
  ...travelFactors.map(({ by, kgPerKm }) => ({ what: `1 km by ${by}`, figure: `${kgPerKm} kg of CO₂` })),
];

/** Where a page that was loaded anew goes on. */
const PLACE = "carbon-offset";

/**
 * A quantity, then its result. Without JavaScript the address carries the view and the server draws it; with it the
 * same view is a state of the page.
 */
export function CarbonOffsetCalculator() {
  const [search] = useSearchParams();
  const [view, setView] = useState<CarbonOffsetView>(() => parseCarbonOffsetView(search));
  const element = useRef<HTMLElement>(null);
  const shown = useRef(view.kind);

  // The button that was pressed is gone: the focus goes to what took its place.
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

  // What was typed before React took over, when the slider replaces the field.
  useEffect(() => {
    const field = form.current?.elements.namedItem("kg");
    if (field instanceof HTMLInputElement && field.type === "number" && field.validity.valid)
      setBiocharKg(field.valueAsNumber);
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
      {/* As high as the slider that takes the field's place: nothing moves when it does. */}
      <div className="min-h-36">
        {hydrated ? (
          <QuantitySlider id={id} biocharKg={biocharKg} onChange={setBiocharKg} />
        ) : (
          <TextField
            label="Biochar quantity (kg)"
            name="kg"
            type="number"
            inputMode="decimal"
            min={OFFSET_QUANTITY.min}
            max={OFFSET_QUANTITY.max}
            step="any"
            required
            defaultValue={view.biocharKg}
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

/** A green claim shows what it rests on before anybody asks (docs/rules.md#content-2). */
function Assumptions() {
  return (
    <div className="mt-auto grid gap-3 border-t border-line pt-5 text-sm">
      <h3 className="font-text text-sm font-medium">The figures behind it</h3>
      <dl className="grid gap-1.5">
        {assumptions.map(({ what, figure }) => (
          <div key={what} className="flex justify-between gap-x-4">
            <dt className="text-ink-soft">{what}</dt>
            <dd className="shrink-0 tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-soft">
        Gross, before transport and production.{" "}
        <Link to="/science#carbon" className="text-moss underline underline-offset-4">
          How we work this out
        </Link>
      </p>
    </div>
  );
}
