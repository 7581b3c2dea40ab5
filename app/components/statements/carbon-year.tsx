import { Card } from "#app/components/ui/card.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { creditLabels, creditStatuses } from "#server/batches/batch.ts";
import { carbonStatementPath } from "#server/orders/order.ts";
import { co2Text } from "#server/statements/carbon-method.ts";
import type { YearOfCarbon } from "#server/statements/find-statement.server.ts";

/** The sum of a calendar year, with its orders. */
export function CarbonYear({ year: { year, gramsStored, byClaim, grams, orders } }: { year: YearOfCarbon }) {
  const heading = `carbon-${year}`;
  return (
    <Card role="region" aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="text-section">
        {year}
      </h2>
      <p className="mt-2 tabular-nums">
        <strong className="font-semibold">{co2Text(gramsStored)} of CO₂</strong> stored for 100 years by{" "}
        {co2Text(grams)} of biochar
      </p>
      <dl className="mt-4 grid gap-1">
        {creditStatuses.map((status) => (
          <div key={status} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{creditLabels[status]}</dt>
            <dd className="text-right tabular-nums">{co2Text(byClaim[status])}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {orders.map((order) => (
          <li key={order.invoiceNumber} className="flex flex-wrap justify-between gap-x-4 py-3">
            <TextLink to={carbonStatementPath(order.invoiceNumber, null)}>{order.invoiceNumber}</TextLink>
            <span className="text-ink-soft">left {displayDate(order.leftOn)}</span>
            <span className="tabular-nums">{co2Text(order.gramsStored)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <a href={`/account/carbon.csv?year=${year}`} download className="text-moss underline">
          Download {year} as CSV
        </a>
      </p>
    </Card>
  );
}
