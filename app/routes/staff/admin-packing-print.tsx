import type { LinksFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PageError } from "#app/components/layout/page-error.tsx";
import {
  AddressLabel,
  DeliveryNote,
  PackingSlip,
  PalletNote,
} from "#app/components/staff/packing/packing-papers.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { rowIdFromText } from "#server/core/row-id.ts";
import { staffPage } from "#server/http/page.server.ts";
import { outgoingPallets } from "#server/orders/packing/carrier-files.ts";
import { findOrdersToPack } from "#server/orders/packing/find-orders-to-pack.server.ts";

const papers = {
  slips: { title: "Packing slips", Paper: PackingSlip, size: "A4" },
  notes: { title: "Delivery notes", Paper: DeliveryNote, size: "A4" },
  labels: { title: "Address labels", Paper: AddressLabel, size: "A6" },
  pallets: { title: "Pallet notes", Paper: PalletNote, size: "A4" },
};

const NOTHING = {
  pallets: "None of the ticked orders goes on a pallet, or all of them have gone. Go back and tick some.",
  others: "No order was ticked, or all of them have gone. Go back and tick some.",
};

const querySchema = z.object({
  paper: z.enum(["slips", "notes", "labels", "pallets"]).catch("slips"),
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
    const chosen = orders.filter(({ id }) => order.includes(id));
    const sheets =
      paper === "pallets"
        ? chosen.reduce((sum, each) => sum + outgoingPallets(each).length, 0)
        : chosen.length;
    return { paper, sender: { storeName, storeAddress }, orders: sheets === 0 ? [] : chosen, sheets };
  },
  "sign-in",
);

/** Papers of the ticked orders, a sheet each: the browser prints them. */
export default function PackingPapers() {
  const { paper, sender, orders, sheets } = useLoaderData<typeof loader>();
  const { title, Paper, size } = papers[paper];
  return (
    <div className="frame max-w-3xl py-8 print:max-w-none print:p-0">
      <div className="mb-6 grid gap-2 print:hidden">
        <p>
          <Link to="/admin/packing" className="text-moss underline">
            Packing
          </Link>
        </p>
        <h1 className="text-3xl">{title}</h1>
        <p className="text-ink-soft">
          {sheets === 0
            ? NOTHING[paper === "pallets" ? "pallets" : "others"]
            : `Print this page: ${sheets === 1 ? "one sheet" : `${sheets} sheets`} of ${size}.`}
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
