import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import {
  DeliveryFacts,
  OrderItems,
  OrderState,
  OrdersBeside,
  PackingSlipLink,
  Parcels,
} from "#app/components/staff/orders/order-details.tsx";
import { OrderForms, OrderWithdrawals } from "#app/components/staff/orders/order-status-forms.tsx";
import {
  DeliveryNotices,
  MoneyBack,
  PaymentWarnings,
  StaffTimeline,
} from "#app/components/staff/orders/order-work.tsx";
import {
  ContactFacts,
  CopyButton,
  Fact,
  Facts,
  NotThere,
  OrderCustomer,
  StaffNote,
  StaffPart,
} from "#app/components/staff/staff-page.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { SpinnerInPlace } from "#app/components/ui/button.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { trpc } from "#app/lib/trpc.ts";
import { isWhole, paymentLabels } from "#server/orders/order.ts";
import { type OrderSearch, orderList, orderListPath, orderPath } from "#server/orders/order-search.ts";
import { findOrderPage } from "#server/orders/search-orders.server.ts";
import type { StaffOrder } from "#server/orders/staff-order-view.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { staffPage } from "#server/process/page.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

/** Of what somebody typed in the place of an order. */
const LONGEST_ASKED = 40;

export const meta = pageMeta({ title: "Order", noindex: true });

export const loader = staffPage("orders.view", async ({ context, params, url }) => {
  const asked = (params.order ?? "").slice(0, LONGEST_ASKED);
  const search = orderList.read(url.searchParams);
  const found = await findOrderPage(context, asked, search);
  const { queries, loaded } = queriesFor(context);
  if (found) await queries.orders.details.fetch({ id: found.id });
  return data({ asked, search, found, loaded: loaded() }, { status: found ? 200 : 404 });
});

export default function AdminOrder() {
  const { asked, search, found, loaded } = useLoaderData<typeof loader>();
  return (
    <StaffQueries loaded={loaded}>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        {found ? (
          <Suspense fallback={<SpinnerInPlace label="Loading the order" />}>
            <OrderPage key={found.id} {...{ ...found, search }} />
          </Suspense>
        ) : (
          <NotThere
            title={`No order ${asked}`}
            list={{ to: orderListPath(search), label: "Back to the orders" }}
          >
            It may have been mistyped. What there is stands in the list.
          </NotThere>
        )}
      </div>
    </StaffQueries>
  );
}

/** `search` is the list that it was found in. */
type OrderPageProps = NonNullable<Awaited<ReturnType<typeof findOrderPage>>> & { search: OrderSearch };

/** One order in full: the work on the left, who it is for and what happened on the right. */
function OrderPage({ id, search, previous, next }: OrderPageProps) {
  const [order] = trpc.orders.details.useSuspenseQuery({ id });
  const whole = isWhole(order) ? order : null;
  return (
    <>
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <TextLink to={orderListPath(search)}>Orders</TextLink>
          <OrdersBeside previous={previous} next={next} addressOf={(id) => orderPath(id, search)} />
        </div>
        <h1 className="text-3xl break-words">Order {order.invoiceNumber}</h1>
        <OrderState order={order}>
          <PackingSlipLink order={order} />
        </OrderState>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {whole && <PaymentWarnings order={whole} />}
          <DeliveryNotices order={order} />
          <StaffPart title="Items">
            <OrderItems order={order} />
          </StaffPart>
          <OrderWithdrawals order={order} />
          <StaffPart title="What to do">
            <Parcels order={order} />
            <OrderForms order={order} />
          </StaffPart>
          {whole && <Payment order={whole} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <StaffPart title="Customer">
            <Facts>
              <Fact label="Name">
                <OrderCustomer order={order} />
              </Fact>
              <ContactFacts email={order.customerEmail} phone={order.customerPhone} />
              {whole && whole.addresses.billing !== whole.addresses.delivery && (
                <Fact label="Billed to">{whole.addresses.billing}</Fact>
              )}
            </Facts>
            {whole?.customerNotes.map((note) => (
              <StaffNote key={note.id} note={note} />
            ))}
          </StaffPart>
          <StaffPart title="Delivery">
            <Facts>
              <Fact label="To">
                {order.customerName}, {order.customerAddress}
                <CopyButton what="the address" text={`${order.customerName}, ${order.customerAddress}`} />
              </Fact>
              <DeliveryFacts order={order} />
              {whole?.cancelBy && (
                <Fact label="Can be cancelled">at least until {displayDate(whole.cancelBy)}</Fact>
              )}
            </Facts>
          </StaffPart>
          <StaffPart title="Timeline">
            <StaffTimeline order={order} />
          </StaffPart>
        </div>
      </div>
    </>
  );
}

function Payment({ order }: { order: StaffOrder }) {
  const { payment, paidAt, currency, captured, refunded } = order;
  return (
    <StaffPart title="Payment">
      <Facts>
        <Fact label={paidAt ? "Paid" : "To be paid"}>
          {paymentLabels[order.paymentMethod]}
          {paidAt && `, ${displayDate(paidAt)} at ${displayTime(paidAt)}`}
        </Fact>
        {captured > 0 && <Fact label="Received">{formatMoney(captured, currency)}</Fact>}
        {refunded > 0 && <Fact label="Given back">{formatMoney(refunded, currency)}</Fact>}
        {payment && (
          <Fact label="Payment">
            {payment.page ? (
              <a href={payment.page} target="_blank" rel="noreferrer" className="break-all underline">
                {payment.id}
                <span className="sr-only"> at the provider, in a new tab</span>
              </a>
            ) : (
              <span className="break-all">{payment.id}</span>
            )}
            <CopyButton what="the payment’s number" text={payment.id} />
          </Fact>
        )}
      </Facts>
      <MoneyBack order={order} />
    </StaffPart>
  );
}
