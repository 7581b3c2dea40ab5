import type { LinksFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PageError } from "#app/components/layout/page-error.tsx";
import { AddressLabel, PackingSlip } from "#app/components/staff/packing/packing-papers.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { rowIdFromText } from "#server/core/row-id.ts";
import { staffPage } from "#server/http/page.server.ts";
import { findOrdersToPack } from "#server/orders/packing/find-orders-to-pack.server.ts";

const querySchema = z.object({
  paper: z.enum(["slips", "labels"]).catch("slips"),
  order: z.array(rowIdFromText).catch([]),
});

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const meta = pageMeta({ title: "Packing papers", noindex: true });

export const loader = staffPage(
  "orders.view",
  async ({ context, url }) => {
    const { paper, order } = querySchema.parse({
      paper: url.searchParams.get("paper"),
      order: url.searchParams.getAll("order"),
    });
    const { orders } = await findOrdersToPack(context);
    const { storeName, storeAddress } = context.settings;
    return {
      paper,
      sender: { storeName, storeAddress },
      orders: orders.filter(({ id }) => order.includes(id)),
    };
  },
  "sign-in",
);

/** Papers of the ticked orders, a sheet each: the browser prints them. */
export default function PackingPapers() {
  const { paper, sender, orders } = useLoaderData<typeof loader>();
  const Paper = paper === "labels" ? AddressLabel : PackingSlip;
  return (
    <div className="frame max-w-3xl py-8 print:max-w-none print:p-0">
      <div className="mb-6 grid gap-2 print:hidden">
        <p>
          <Link to="/admin/packing" className="text-moss underline">
            Packing
          </Link>
        </p>
        <h1 className="text-3xl">{paper === "labels" ? "Address labels" : "Packing slips"}</h1>
        <p className="text-ink-soft">
          {orders.length === 0
            ? "No order was ticked, or all of them have gone. Go back and tick some."
            : `Print this page: ${orders.length === 1 ? "one sheet" : `${orders.length} sheets`} of ${paper === "labels" ? "A6" : "A4"}.`}
        </p>
      </div>
      {orders.map((order) => (
        <Paper key={order.id} order={order} sender={sender} />
      ))}
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
