import { type ComponentProps, lazy, Suspense } from "react";

const BothCalculators = lazy(() => import("./calculators.tsx"));
const RateCalculator = lazy(() =>
  import("./application-rate-calculator.tsx").then((module) => ({
    default: module.ApplicationRateCalculator,
  })),
);

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
