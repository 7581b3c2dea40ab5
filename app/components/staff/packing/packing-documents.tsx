import type { ReactNode } from "react";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { QrPicture } from "#app/components/ui/qr-picture.tsx";
import { displayDate } from "#app/lib/display.ts";
import { certificateText, percentText } from "#server/batches/batch.ts";
import { type DeliveryFact, driverFacts } from "#server/checkout/delivery-choice.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { loadReference, outgoingPallets, outgoingParcels } from "#server/orders/carrier-files.ts";
import type { OrderToPack } from "#server/orders/packing.server.ts";
import {
  isReady,
  type DeliveryNote as Note,
  type NotedBatch,
  pickListOf,
} from "#server/orders/packing-list.ts";
import { weightText } from "#server/orders/parcels.ts";
import { loadNames } from "#server/pricing/loads.ts";

interface DocumentProps {
  order: OrderToPack;
  sender: { storeName: string; storeAddress: string };
}

/** What goes into the box, with a square to tick for each line; nothing on it tells of money. */
export function PackingSlip({ order, sender }: DocumentProps) {
  return (
    <Sheet>
      <Sender sender={sender} />
      <h2 className="mt-4 text-2xl">Packing slip {order.invoiceNumber}</h2>
      <p className="text-sm text-ink-soft">Ordered {displayDate(order.createdAt)}</p>
      <Address order={order} className="mt-4 text-lg" />
      {order.customerPhone && <p className="text-ink-soft">{order.customerPhone}</p>}
      <Facts facts={order.delivery ? packingFacts(order.delivery) : []} />
      <ul className="mt-6 divide-y divide-line border-y border-line text-lg">
        {order.lines.map(({ lineId, productName, quantity }) => (
          <li key={lineId} className="flex items-center gap-4 py-2">
            <span aria-hidden className="size-5 shrink-0 rounded-sm border-2 border-current" />
            <span className="w-14 text-right font-semibold tabular-nums">{quantity} ×</span>
            {productName}
          </li>
        ))}
      </ul>
      {order.withdrawn && <p className="mt-3 font-semibold">Cancelled by the customer: {order.withdrawn}</p>}
      {order.isPartSent && <p className="mt-3">The rest of an order of which a part has gone.</p>}
    </Sheet>
  );
}

/** A sheet of A6 for the outside of each parcel. */
export function AddressLabel({ order, sender }: DocumentProps) {
  const parcels = outgoingParcels(order);
  return parcels.map(({ grams }, index) => (
    <article
      // biome-ignore lint/suspicious/noArrayIndexKey: the parcels of one order never move
      key={index}
      className="page-label mb-8 grid gap-6 break-after-page rounded-xl border border-line bg-surface p-6 print:mb-0 print:rounded-none print:border-0 print:p-0"
    >
      <Address order={order} className="text-2xl leading-snug font-medium" />
      <p className="text-sm">
        {loadReference(order.invoiceNumber, index + 1, parcels.length)}{" "}
        {parcels.length > 1 && (
          <span>
            Parcel {index + 1} of {parcels.length}
            {grams !== null && `, ${weightText(grams)}`}
          </span>
        )}
        <br />
        <span>
          If undelivered, return to {sender.storeName}, {sender.storeAddress}
        </span>
      </p>
    </article>
  ));
}

/** Goes with the goods: what was delivered, for anyone who takes it to sign. Nothing on it tells of money. */
export function DeliveryNote({ note, sender }: Pick<DocumentProps, "sender"> & { note: Note }) {
  return (
    <Sheet>
      <Sender sender={sender} />
      <h2 className="mt-4 text-2xl">Delivery note {note.invoiceNumber}</h2>
      <p className="text-sm text-ink-soft">
        Ordered {displayDate(note.orderedAt)}
        {note.sentAt !== null && `, sent ${displayDate(note.sentAt)}`}
      </p>
      <h3 className="mt-4 text-sm text-ink-soft">Delivered to</h3>
      <Address order={note} className="text-lg" />
      {note.customerPhone && <p className="text-ink-soft">{note.customerPhone}</p>}
      <table className="mt-6 w-full border-collapse text-left text-lg">
        <caption className="sr-only">Goods of {note.invoiceNumber}</caption>
        <thead>
          <tr className="border-b border-line-strong text-sm">
            <th scope="col" className="w-24 py-2">
              Quantity
            </th>
            <th scope="col" className="py-2">
              Goods
            </th>
          </tr>
        </thead>
        <tbody>
          {note.lines.map(({ lineId, productName, quantity, batches }) => (
            <tr key={lineId} className="border-b border-line">
              <td className="py-2 align-top font-semibold tabular-nums">{quantity}</td>
              <td className="py-2">
                {productName}
                {batches.length > 0 && <Batches batches={batches} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts facts={note.facts} />
      {note.remark && <p className="mt-3">{note.remark}</p>}
      <Signature />
    </Sheet>
  );
}

/**
 * Each batch with its class, and the QR code under which its analyses stand instead of on paper, as the European
 * Biochar Certificate lets them since version 10.2, chapter 12.2 (docs/rules.md#passport-4).
 */
function Batches({ batches }: { batches: readonly NotedBatch[] }) {
  return (
    <ul className="mt-1 grid gap-3 text-sm">
      {batches.map((batch) => {
        const { code, quantity, madeOn, feedstock, organicCarbon, url, picture } = batch;
        const certificate = certificateText(batch);
        return (
          <li
            key={code}
            className="grid break-inside-avoid gap-2 sm:flex sm:items-start sm:gap-4 print:flex print:items-start print:gap-4"
          >
            <div className="min-w-0 flex-1">
              <p>
                {quantity} from batch <strong className="wrap-anywhere">{code}</strong>
                {certificate && (
                  <span>
                    : <strong className="wrap-anywhere">{certificate}</strong>
                  </span>
                )}
              </p>
              <p>
                Made on {displayDate(madeOn)} of {feedstock},{" "}
                {organicCarbon === null ? "not analysed" : `organic carbon ${percentText(organicCarbon)}`}
              </p>
              <p className="wrap-anywhere">{url}</p>
            </div>
            <QrPicture
              code={picture}
              label={`QR code of ${url}`}
              className="size-28 shrink-0 print:size-[28mm]"
            />
          </li>
        );
      })}
    </ul>
  );
}

/** On the outside of each pallet or bulk bag: where it goes, and what its driver has to know. */
export function PalletNote({ order, sender }: DocumentProps) {
  const pallets = outgoingPallets(order);
  return pallets.map(({ kind, grams, contents }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pallets of one order never move
    <Sheet key={index}>
      <Sender sender={sender} />
      <h2 className="mt-4 text-2xl">
        Pallet note {loadReference(order.invoiceNumber, index + 1, pallets.length)}
      </h2>
      <Address order={order} className="mt-4 text-3xl leading-snug font-medium" />
      {order.customerPhone && <p className="mt-2 text-2xl">{order.customerPhone}</p>}
      <Facts
        facts={[
          {
            label: "Load",
            value: `${kind ? loadNames[kind] : "what is left of the order"}${pallets.length > 1 ? `, ${index + 1} of ${pallets.length}` : ""}`,
          },
          { label: "Weight", value: grams === null ? "not weighed" : weightText(grams) },
          { label: "Holds", value: contents },
          ...(order.delivery?.driver
            ? driverFacts(order.delivery.driver)
            : [{ label: "For the driver", value: "nobody was asked: call before you come" }]),
        ]}
      />
      <Signature />
    </Sheet>
  ));
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <article className="mb-8 break-after-page rounded-xl border border-line bg-surface p-6 print:mb-0 print:rounded-none print:border-0 print:p-0">
      {children}
    </article>
  );
}

function Sender({ sender }: Pick<DocumentProps, "sender">) {
  return (
    <p className="text-sm text-ink-soft">
      {sender.storeName}, {sender.storeAddress}
    </p>
  );
}

function Facts({ facts }: { facts: readonly DeliveryFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Signature() {
  return (
    <div className="mt-10 break-inside-avoid">
      <p>Received in good order and complete:</p>
      <div className="mt-12 grid grid-cols-3 gap-6 text-sm text-ink-soft">
        {["Name", "Signature", "Date and time"].map((label) => (
          <p key={label} className="border-t border-ink pt-1">
            {label}
          </p>
        ))}
      </div>
    </div>
  );
}

function Address({
  order,
  className,
}: {
  order: Pick<OrderToPack, "customerName" | "customerAddress">;
  className: string;
}) {
  return (
    <p className={className}>
      {[order.customerName, ...order.customerAddress.split(", ")].map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never move
        <span key={index} className="block">
          {part}
        </span>
      ))}
    </p>
  );
}

/** What to fetch from the shelves for all of them that can go now. */
export function PickList({ orders }: { orders: readonly OrderToPack[] }) {
  const waiting = orders.filter((order) => !isReady(order)).length;
  return (
    <Card role="region" aria-labelledby="pick-list" className="grid gap-4">
      <h2 id="pick-list" className="text-xl">
        Pick list
      </h2>
      {waiting > 0 && (
        <p className="text-ink-soft">
          Without {waiting === 1 ? "the order" : `the ${waiting} orders`} that cannot go yet.
        </p>
      )}
      <DataTable
        caption="Units to fetch, by product"
        rows={pickListOf(orders)}
        keyOf={({ productId }) => productId}
        columns={[
          { head: "Product", cell: ({ productName }) => productName },
          {
            head: "Units",
            cell: ({ quantity }) => quantity,
            className: "text-right text-lg font-semibold tabular-nums",
            headClassName: "text-right",
          },
          { head: "Orders", cell: ({ orders: count }) => count, ...figure },
        ]}
      />
    </Card>
  );
}
