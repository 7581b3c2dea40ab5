import { type ComponentProps, lazy, Suspense } from "react";

const BothCalculators = lazy(() => import("./calculators.tsx"));
const RateCalculator = lazy(() =>
  import("./application-rate-calculator.tsx").then((module) => ({
    default: module.ApplicationRateCalculator,
  })),
);

/*
 * The server writes the calculators into the page, where they work as forms; their code comes after the rest of the page,
 * and only where they stand.
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
