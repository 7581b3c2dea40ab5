import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PackingPage } from "#app/components/staff/packing/packing-page.tsx";
import { PickList } from "#app/components/staff/packing/packing-papers.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { findOrdersToPack } from "#server/orders/packing.server.ts";
import { inPackingOrder, isReady } from "#server/orders/packing-list.ts";
import { staffPage } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Packing", noindex: true });

const chosenSchema = z.array(rowIdFromText).catch([]);

export const loader = staffPage("orders.view", async ({ context, url }) => {
  const found = await findOrdersToPack(context);
  const chosen = chosenSchema.parse(url.searchParams.getAll("order"));
  if (chosen.length === 0) return { ...found, chosen: null };
  const orders = found.orders.filter(({ id }) => chosen.includes(id));
  return { ...found, orders, isMore: false, chosen: chosen.length };
});

export default function AdminPacking() {
  const found = useLoaderData<typeof loader>();
  const first = inPackingOrder(found.orders).find(isReady);
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-3xl">Packing</h1>
            {first && (
              <ButtonLink to={`/admin/packing/${first.id}`} size="large" className="max-sm:w-full">
                Pack one by one
              </ButtonLink>
            )}
          </div>
        </header>
        {found.chosen !== null && (
          <Notice title={`${found.orders.length} of the ${found.chosen} selected orders wait to be packed`}>
            <Link to="/admin/packing" className="underline">
              All that waits
            </Link>
          </Notice>
        )}
        {found.orders.length === 0 ? (
          <p className="max-w-prose rounded-xl border border-line bg-surface p-6">
            Nothing waits to be packed. An order stands here from the moment it is paid until all of it has
            gone.
          </p>
        ) : (
          <>
            <PackingPage found={found} />
            <PickList orders={found.orders} />
          </>
        )}
      </div>
    </StaffData>
  );
}
