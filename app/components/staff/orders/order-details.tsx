import type { ReactNode } from "react";
import { OrderItemsTable } from "#app/components/orders/order-items-table.tsx";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { Fact, Facts, OrderCustomer } from "#app/components/staff/staff-part.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { mailLink, telephoneLink } from "#server/core/phone-and-postcode.ts";
import { hasMoney, invoicePath, totalsOfOrder } from "#server/orders/order.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { canBeSent } from "#server/orders/parcels.ts";
import type { DisputeView, PackingDetails } from "#server/orders/staff-order-view.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { orderSums, plainWords } from "#server/settings/company-facts.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { DisputeBadge } from "./order-work.tsx";

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
        <ContactFacts order={order} />
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

/** How the customer is reached: a press calls or writes. */
export function ContactFacts({ order }: { order: PackingOrder }) {
  const { customerEmail, customerPhone } = order;
  return (
    <>
      <Fact label="Email">
        <a href={mailLink(customerEmail)} className="underline">
          {customerEmail}
        </a>
      </Fact>
      {customerPhone && (
        <Fact label="Phone">
          <a href={telephoneLink(customerPhone)} className="underline">
            {customerPhone}
          </a>
        </Fact>
      )}
    </>
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
      sums={orderSums(totalsOfOrder(order), plainWords, order.currency)}
    />
  );
}
