import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrderPage } from "#app/components/staff/orders/order-page.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { NotThere } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { orderList, orderListPath } from "#server/orders/order-search.ts";
import { findOrderPage } from "#server/orders/search-orders.server.ts";
import { staffPage } from "#server/process/page.server.ts";

/** Of what somebody typed in the place of an order. */
const LONGEST_ASKED = 40;

export const meta = pageMeta({ title: "Order", noindex: true });

export const loader = staffPage("orders.view", async ({ context, params, url }) => {
  const asked = (params.order ?? "").slice(0, LONGEST_ASKED);
  const search = orderList.read(url.searchParams);
  const found = await findOrderPage(context, asked, search);
  return data(
    { asked, search, found, loadedAt: context.clock.now().getTime() },
    { status: found ? 200 : 404 },
  );
});

export default function AdminOrder() {
  const { asked, search, found, loadedAt } = useLoaderData<typeof loader>();
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        {found ? (
          <OrderPage key={found.order.id} first={found.order} {...{ ...found, search, loadedAt }} />
        ) : (
          <NotThere
            title={`No order ${asked}`}
            list={{ to: orderListPath(search), label: "Back to the orders" }}
          >
            It may have been mistyped. What there is stands in the list.
          </NotThere>
        )}
      </div>
    </StaffData>
  );
}
