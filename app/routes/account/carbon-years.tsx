import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccessDenied } from "#app/components/account/account-notices.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { creditLabels, creditStatuses } from "#server/batches/batch.ts";
import { carbonStatementPath } from "#server/orders/order.ts";
import { page } from "#server/process/page.server.ts";
import { co2Text, OWNERSHIP } from "#server/statements/carbon-method.ts";
import { findOwnCarbon, type YearOfCarbon } from "#server/statements/find-statement.server.ts";

export const meta = pageMeta({ title: "Carbon Statements", noindex: true });

export const headers = privatePageHeaders;

/** /account/carbon: what one's own orders store, year by year. */
export const loader = page(async ({ context }) => {
  if (context.actor.kind !== "user") return data({ years: null }, 401);
  return data({ years: await findOwnCarbon(context) });
});

export default function CarbonYears() {
  const { years } = useLoaderData<typeof loader>();
  if (!years) {
    return <AccessDenied next="/account/carbon">Please sign in to see your carbon statements.</AccessDenied>;
  }
  return (
    <div className="frame max-w-4xl py-10 lg:py-16">
      <h1 className="text-title">Carbon statements</h1>
      <p className="mt-4 sm:text-lg">
        What the biochar of your orders stores, by the year in which it left. {OWNERSHIP}
      </p>
      {years.length === 0 ? (
        <p className="mt-8 text-ink-soft">
          There is none yet. A statement is issued once biochar of an order has left that comes from a batch
          which a laboratory has measured.
        </p>
      ) : (
        <>
          <p className="mt-6">
            <a href="/account/carbon.csv" download className={buttonClass({ variant: "secondary" })}>
              Download all as CSV
            </a>
          </p>
          {years.map((year) => (
            <CarbonYear key={year.year} year={year} />
          ))}
        </>
      )}
      <p className="mt-10">
        <TextLink to="/account/settings?tab=orders">Your orders</TextLink>
      </p>
    </div>
  );
}

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
