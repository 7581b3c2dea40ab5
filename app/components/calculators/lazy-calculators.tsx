import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#app/lib/document/missing-files.tsx";

const BothCalculators = lazyPart(() => import("./carbon-offset-calculator.tsx"));
const RateCalculator = lazyPart(async () => ({
  default: (await import("./application-rate-calculator.tsx")).ApplicationRateCalculator,
}));

/*
 * The server renders the calculators, which work as forms at once. Their code loads after the rest of the page, and
 * only on pages that show them.
 */

export function LazyCalculators(props: ComponentProps<typeof BothCalculators>) {
  return (
    <Suspense fallback={null}>
      <BothCalculators {...props} />
    </Suspense>
  );
}

export function LazyRateCalculator(props: ComponentProps<typeof RateCalculator>) {
  return (
    <Suspense fallback={null}>
      <RateCalculator {...props} />
    </Suspense>
  );
}
