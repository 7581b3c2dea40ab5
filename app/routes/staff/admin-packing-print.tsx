import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  AddressLabel,
  DeliveryNote,
  PackingSlip,
  PalletNote,
  PickList,
} from "#app/components/staff/packing/packing-documents.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { rowIdFromText } from "#server/core/fields.ts";
import { outgoingPallets, outgoingParcels } from "#server/orders/carrier-files.ts";
import { findOrdersToPack, findSentNotes, type OrderToPack } from "#server/orders/packing.server.ts";
import { noteOfWaiting } from "#server/orders/packing-list.ts";
import { staffPage } from "#server/process/page.server.ts";

const NOTHING_TICKED = "No order was ticked, or all of them have gone. Go back and tick some.";

const NOTHING_SENT = "There is no such parcel: its dispatch was taken back, or it never went.";

const documents = {
  slips: { title: "Packing slips", Sheet: PackingSlip, size: "A4", nothing: NOTHING_TICKED },
  labels: {
    ...{ title: "Address labels", Sheet: AddressLabel, size: "A6" },
    nothing: "None of the ticked orders goes as a parcel, or all of them have gone. Go back and tick some.",
  },
  pallets: {
    ...{ title: "Pallet notes", Sheet: PalletNote, size: "A4" },
    nothing: "None of the ticked orders goes on a pallet, or all of them have gone. Go back and tick some.",
  },
  // One list of all of them.
  picks: { title: "Pick list", Sheet: null, size: "A4", nothing: NOTHING_TICKED },
  // Made in the loader, so that no browser has to draw QR codes.
  notes: { title: "Delivery notes", Sheet: null, size: "A4", nothing: NOTHING_TICKED },
};

/** How many sheets of a document an order has. */
function sheetsOf(paper: keyof typeof documents, order: OrderToPack): number {
  if (paper === "labels") return outgoingParcels(order).length;
  return paper === "pallets" ? outgoingPallets(order).length : 1;
}

const querySchema = z.object({
  paper: z.enum(["slips", "notes", "labels", "pallets", "picks"]).catch("slips"),
  order: z.array(rowIdFromText).catch([]),
  /** Of parcels that went: their delivery notes. */
  parcel: z.array(rowIdFromText).catch([]),
});

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const meta = pageMeta({ title: "Packing papers", noindex: true });

export const loader = staffPage("orders.view", async ({ context, url }) => {
  const { paper, order, parcel } = querySchema.parse({
    paper: url.searchParams.get("paper"),
    order: url.searchParams.getAll("order"),
    parcel: url.searchParams.getAll("parcel"),
  });
  const { storeName, storeAddress } = context.settings;
  const sender = { storeName, storeAddress };
  const { orders } = await findOrdersToPack(context);
  const chosen = orders.filter(({ id }) => order.includes(id));
  if (paper === "notes") {
    const waiting = chosen.map((each) => noteOfWaiting(each, context.publicUrl));
    const notes = [...waiting, ...(await findSentNotes(context, parcel))];
    const nothing = url.searchParams.has("parcel") ? NOTHING_SENT : NOTHING_TICKED;
    return { paper, sender, orders: [], notes, sheets: notes.length, nothing };
  }
  const sheets =
    paper === "picks"
      ? Math.min(chosen.length, 1)
      : chosen.reduce((sum, each) => sum + sheetsOf(paper, each), 0);
  const { nothing } = documents[paper];
  return { paper, sender, orders: sheets === 0 ? [] : chosen, notes: [], sheets, nothing };
});

/** Documents of the ticked orders, or of parcels that went, a sheet each: the browser prints them. */
export default function PackingDocuments() {
  const { paper, sender, orders, notes, sheets, nothing } = useLoaderData<typeof loader>();
  const { title, Sheet, size } = documents[paper];
  return (
    <div className="frame max-w-3xl py-8 print:max-w-none print:p-0">
      <div className="mb-6 grid gap-2 print:hidden">
        <p>
          <TextLink to="/admin/packing">Packing</TextLink>
        </p>
        <h1 className="text-3xl">{title}</h1>
        <p className="text-ink-soft">
          {sheets === 0
            ? nothing
            : `Print this page: ${sheets === 1 ? "one sheet" : `${sheets} sheets`} of ${size}.`}
        </p>
      </div>
      {paper === "picks" && orders.length > 0 && <PickList orders={orders} />}
      {notes.map((note) => (
        <DeliveryNote key={note.key} note={note} sender={sender} />
      ))}
      {Sheet !== null && orders.map((order) => <Sheet key={order.id} order={order} sender={sender} />)}
    </div>
  );
}
