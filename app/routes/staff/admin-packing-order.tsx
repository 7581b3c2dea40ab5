import { Link, useLoaderData } from "@remix-run/react";
import { PackingBench } from "#app/components/staff/packing/packing-bench.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { PageHead } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findOrderAtBench } from "#server/orders/packing.server.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Pack an order", noindex: true });

export const loader = staffPage("orders.view", async ({ context, params, url }) => ({
  found: await findOrderAtBench(context, Number(params.orderId)),
  isTicked: url.searchParams.get("tick") === "all",
}));

/** One order to pack, on the phone that a packer holds. */
export default function AdminPackingOrder() {
  const { found, isTicked } = useLoaderData<typeof loader>();
  const { order, place, waiting } = found;
  return (
    <StaffData>
      <div className="frame grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
        <PageHead
          above={{ to: "/admin/packing", label: "Packing" }}
          beside={
            place !== null && (
              <span className="text-ink-soft tabular-nums">
                {place} of {waiting}
              </span>
            )
          }
        >
          <Link to={`/admin?tab=orders&order=${order.id}`} className="text-ink no-underline">
            {order.invoiceNumber}
          </Link>
        </PageHead>
        <PackingBench key={order.id} found={found} isTicked={isTicked} />
      </div>
    </StaffData>
  );
}
