import { ApplicationRateCalculator } from "./application-rate-calculator.tsx";
import { CarbonOffsetCalculator } from "./carbon-offset-calculator.tsx";

/** Both calculators side by side, for the home page: a chunk of their own that loads after the page. */
export default function Calculators(props: Parameters<typeof ApplicationRateCalculator>[0]) {
  return (
    <div className="frame grid gap-6 py-16 lg:grid-cols-2 lg:py-24">
      <CarbonOffsetCalculator />
      <ApplicationRateCalculator {...props} />
    </div>
  );
}
