import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccessDenied } from "#app/components/account/account-notices.tsx";
import { CarbonYear } from "#app/components/statements/carbon-year.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { page } from "#server/process/page.server.ts";
import { OWNERSHIP } from "#server/statements/carbon-method.ts";
import { findOwnCarbon } from "#server/statements/find-statement.server.ts";

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
