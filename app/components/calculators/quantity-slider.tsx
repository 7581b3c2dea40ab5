import { Minus, Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import { displayCount } from "#app/lib/display.ts";
import { OFFSET_QUANTITY, snapQuantity, stepQuantity } from "#server/calculators/carbon-offset.ts";

interface QuantitySliderProps {
  id: string;
  biocharKg: number;
  onChange: (biocharKg: number) => void;
}

/** How many steps one key press takes. Home and End go to the ends. */
const stepsOfKey: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/**
 * The browser's slider, moving by ten from its current value. A `step` of ten would turn 100 into 101, because its
 * lowest value is 1. The buttons do the same for people who cannot drag (WCAG 2.5.7).
 */
export function QuantitySlider({ id, biocharKg, onChange }: QuantitySliderProps) {
  const { min, max, step } = OFFSET_QUANTITY;
  const move = (event: KeyboardEvent) => {
    const steps = stepsOfKey[event.key];
    const to = steps === undefined ? { Home: min, End: max }[event.key] : stepQuantity(biocharKg, steps);
    if (to === undefined) return;
    event.preventDefault();
    onChange(to);
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          Biochar quantity
        </label>
        <output htmlFor={id} className="font-display text-4xl tabular-nums">
          {displayCount(biocharKg)} kg
        </output>
      </div>
      <div className="flex items-center gap-3">
        <StepButton
          label={`${step} kg less`}
          Icon={Minus}
          onClick={() => onChange(stepQuantity(biocharKg, -1))}
        />
        <input
          id={id}
          name="kg"
          type="range"
          data-first-focus
          min={min}
          max={max}
          step="any"
          value={biocharKg}
          aria-valuetext={`${biocharKg} kg`}
          onChange={(event) => onChange(snapQuantity(event.target.valueAsNumber))}
          onKeyDown={move}
          className="h-11 min-w-0 flex-1"
        />
        <StepButton
          label={`${step} kg more`}
          Icon={Plus}
          onClick={() => onChange(stepQuantity(biocharKg, 1))}
        />
      </div>
      <p aria-hidden className="flex justify-between px-14 text-xs text-ink-soft">
        <span>{displayCount(min)} kg</span>
        <span>{displayCount(max)} kg</span>
      </p>
    </div>
  );
}

function StepButton({ label, Icon, onClick }: { label: string; Icon: typeof Minus; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full border border-line-strong hover:border-ink hover:bg-sunken"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
