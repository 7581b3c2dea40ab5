import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { OrderItemsTable } from "#app/components/orders/order-facts.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { ContactFacts, Fact, Facts, OrderCustomer } from "#app/components/staff/staff-page.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { FieldError, TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { disputeStatusLabels, hasMoney, invoicePath, totalsOfOrder } from "#server/orders/order.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { canBeSent, contentsText, weightText } from "#server/orders/parcels.ts";
import type { DisputeView, PackingDetails } from "#server/orders/staff-order-view.server.ts";
import type { DisputeStatus } from "#server/payments/payment-status.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { trackingLinks } from "#server/settings/carriers.ts";
import { orderSums, plainTaxLabels } from "#server/settings/company-facts.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";

type ShownOrder = PackingOrder & { disputes?: readonly DisputeView[]; toSend?: PackingDetails["toSend"] };

interface OrderDetailsProps {
  order: ShownOrder;
  /** Its own page, where this is not it. */
  page?: string;
}

/** Everything staff see of one order, as far as they may. */
export function OrderDetails({ order, page }: OrderDetailsProps) {
  return (
    <div className="grid gap-6">
      <OrderState order={order}>
        {page && <TextLink to={page}>Open the whole order</TextLink>}
        {order.toSend && <PackingSlipLink order={{ ...order, toSend: order.toSend }} />}
      </OrderState>
      <Facts>
        <Fact label="Customer">
          <OrderCustomer order={order} />
        </Fact>
        <ContactFacts email={order.customerEmail} phone={order.customerPhone} />
        <Fact label="Address">{order.customerAddress}</Fact>
        <DeliveryFacts order={order} />
      </Facts>
      <OrderItems order={order} below={(productId) => `Product ID ${productId}`} />
    </div>
  );
}

export function OrderState({ order, children }: { order: ShownOrder; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
      <OrderStatusBadge status={order.status} />
      {order.disputes?.map(({ id, status }) => (
        <DisputeBadge key={id} status={status} />
      ))}
      <span>
        Placed {displayDate(order.createdAt)} at {displayTime(order.createdAt)}
      </span>
      {hasMoney(order) && <TextLink to={invoicePath(order.invoiceNumber, null)}>Invoice</TextLink>}
      <span className="contents">{children}</span>
    </p>
  );
}

/** While something of it is still to be sent. */
export function PackingSlipLink({ order }: { order: Pick<PackingDetails, "id" | "status" | "toSend"> }) {
  if (!canBeSent(order.status) || order.toSend.every(({ quantity }) => quantity === 0)) return null;
  return (
    <TextLink to={`/admin/packing/print?paper=slips&order=${order.id}`} data-key="print">
      Packing slip
    </TextLink>
  );
}

/** How its buyer wants it. */
export function DeliveryFacts({ order }: { order: PackingOrder }) {
  if (!order.delivery) return null;
  return packingFacts(order.delivery).map(({ label, value }) => (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ));
}

interface OrderItemsProps {
  order: PackingOrder;
  /** A remark below the name of a product. */
  below?: (productId: number) => string;
}

/** What was ordered, with what it came to for those who may see that. */
export function OrderItems({ order, below }: OrderItemsProps) {
  if (!hasMoney(order)) {
    return (
      <DataTable
        caption={`Items of ${order.invoiceNumber}`}
        rows={order.items}
        keyOf={({ id }) => id}
        columns={[
          {
            head: "Item",
            cell: ({ productId, productName }) => (
              <>
                {productName}
                {below && <span className="block text-sm text-ink-soft">{below(productId)}</span>}
              </>
            ),
          },
          { head: "Quantity", cell: ({ quantity }) => quantity, ...figure },
        ]}
      />
    );
  }
  return (
    <OrderItemsTable
      order={order}
      totalTitle="Line total"
      below={({ productId, price }) => below?.(productId) ?? `${formatMoney(price, order.currency)} each`}
      sums={orderSums(totalsOfOrder(order), plainTaxLabels, order.currency)}
    />
  );
}

type Beside = { id: number; invoiceNumber: string } | null | undefined;

interface OrdersBesideProps
  extends Pick<ComponentProps<typeof ButtonLink>, "replace" | "preventScrollReset"> {
  previous?: Beside;
  next?: Beside;
  addressOf: (id: number) => string;
}

/** On to the order before or after one, without going back to the list. */
export function OrdersBeside({ previous, next, addressOf, ...link }: OrdersBesideProps) {
  if (!previous && !next) return null;
  const shared = { ...link, variant: "secondary", size: "small" } as const;
  return (
    <nav aria-label="Orders beside this one" className="flex gap-2">
      {previous && (
        <ButtonLink {...shared} to={addressOf(previous.id)} rel="prev" data-key="previous">
          <ChevronLeft aria-hidden className="size-4" /> Previous
          <span className="sr-only"> order, {previous.invoiceNumber}</span>
        </ButtonLink>
      )}
      {next && (
        <ButtonLink {...shared} to={addressOf(next.id)} rel="next" data-key="next">
          Next<span className="sr-only"> order, {next.invoiceNumber}</span>
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
    </nav>
  );
}

/** What was sent of an order, and what is still to come; nothing before its first parcel. */
export function Parcels({ order }: { order: Pick<PackingDetails, "parcels" | "toSend"> }) {
  if (order.parcels.length === 0) return null;
  const left = order.toSend.filter(({ quantity }) => quantity > 0);
  return (
    <section>
      <h3 className="text-lg">Parcels</h3>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {order.parcels.map(
          ({ id, carrier, trackingNumber, grossGrams, packedBy, createdAt, lines }, index) => (
            <li key={id} className="grid gap-0.5 py-2 text-[0.9375rem]">
              <span>{contentsText(lines)}</span>
              <span className="text-sm break-words text-ink-soft">
                {carrier} <TrackingNumbers carrier={carrier} trackingNumber={trackingNumber} />
                <span>
                  {grossGrams !== null && `, ${weightText(grossGrams)}`}, sent {displayDate(createdAt)} at{" "}
                  {displayTime(createdAt)} by {packedBy}.{" "}
                </span>
                <TextLink to={`/admin/packing/print?paper=notes&parcel=${id}`}>
                  Delivery note<span className="sr-only"> of parcel {index + 1}</span>
                </TextLink>
              </span>
            </li>
          ),
        )}
      </ol>
      {left.length > 0 && <p className="mt-2 font-medium">Still to be sent: {contentsText(left)}</p>}
    </section>
  );
}

/** The numbers of a parcel, with links to where its carrier tells how far it is. */
function TrackingNumbers({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }) {
  return trackingLinks(carrier, trackingNumber).map(({ number, url }, index) => (
    <span key={number}>
      {index > 0 && <span>, </span>}
      {url === null ? (
        <span>{number}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="text-moss underline">
          {number}
        </a>
      )}
    </span>
  ));
}

/** What is in the next parcel: everything that is left, until somebody types less. */
export function ParcelFields({ order }: { order: PackingDetails }) {
  const { errors } = useFieldsOfForm()("lines");
  const lines = order.toSend.filter(({ quantity }) => quantity > 0);
  const isOneUnit = lines.length === 1 && lines[0]?.quantity === 1;
  return (
    <>
      {!isOneUnit && (
        <fieldset className="grid gap-3" aria-describedby={errors ? "parcel-lines-error" : undefined}>
          <legend className="mb-1 text-sm font-medium">In this parcel</legend>
          <p className="text-sm text-ink-soft">What you leave out stays open, for a parcel of its own.</p>
          {lines.map(({ lineId, productName, quantity }, index) => (
            <div key={lineId}>
              <input type="hidden" name={`lines[${index}].lineId`} value={lineId} />
              <TextField
                label={`${productName}, up to ${quantity}`}
                name={`lines[${index}].quantity`}
                type="number"
                inputMode="numeric"
                min={0}
                max={quantity}
                defaultValue={quantity}
                className="max-w-xs"
              />
            </div>
          ))}
          <FieldError id="parcel-lines-error" errors={errors} />
        </fieldset>
      )}
      <TextField
        label="Weight with packaging in kg"
        field="weight"
        hint="For the carrier; nobody has to weigh it."
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}

const disputeTones: Record<DisputeStatus, BadgeTone> = {
  needs_response: "clay",
  under_review: "outline",
  won: "moss",
  lost: "clay",
  closed: "neutral",
};

/** How far a dispute has come, in two words. */
export function DisputeBadge({ status }: { status: DisputeStatus }) {
  return <Badge tone={disputeTones[status]}>{disputeStatusLabels[status]}</Badge>;
}
