import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { Parcels } from "#app/components/staff/orders/order-details.tsx";
import { OrderBadges, PackingChecklist } from "#app/components/staff/packing/packing-checklist.tsx";
import { PageHead } from "#app/components/staff/staff-page.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useMay } from "#app/lib/use-may.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { telephoneLink } from "#server/core/phone-and-postcode.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { findOrderAtBench, type OrderAtBench } from "#server/orders/packing.server.ts";
import { packingGroupOf } from "#server/orders/packing-list.ts";
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
    <StaffQueries>
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
    </StaffQueries>
  );
}

/** One order on the bench: where it goes, what goes into its next parcel, and the order after it. */
export function PackingBench({ found, isTicked }: { found: OrderAtBench; isTicked: boolean }) {
  const { order, parcels, place, next, lastCarrier } = found;
  const [isSent, setSent] = useState(false);
  const navigate = useNavigate();
  // What is left of the order stays on the bench; when nothing is, the next order comes.
  useEffect(() => {
    if (isSent && place === null) navigate(next ? `/admin/packing/${next.id}` : "/admin/packing");
  }, [isSent, place, next, navigate]);
  const mayDispatch = useMay(orderCommands.dispatch.permission);
  const facts = order.delivery ? packingFacts(order.delivery) : [];
  const isCollected = packingGroupOf(order.delivery) === "collection";
  const canGo =
    order.lines.length > 0 &&
    order.status === "processing" &&
    !order.isReviewed &&
    !order.isMoneyBack &&
    order.withdrawn === "";
  return (
    <>
      <section aria-label="Where it goes" className="grid gap-1 text-lg">
        <p className="flex flex-wrap gap-2 empty:hidden">
          <OrderBadges order={order} />
        </p>
        <p className="font-medium">{order.customerName}</p>
        <p className="break-words">{order.customerAddress}</p>
        {order.customerPhone && (
          <p>
            <a href={telephoneLink(order.customerPhone)} className="inline-block py-1 text-moss underline">
              {order.customerPhone}
            </a>
          </p>
        )}
        {facts.length > 0 && (
          <dl className="mt-2 grid gap-1 text-base">
            {facts.map(({ label, value }) => (
              <div key={label} className="flex flex-wrap gap-x-2">
                <dt className="text-ink-soft">{label}:</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <Parcels order={{ parcels, toSend: order.lines }} />
      {canGo && mayDispatch && !isCollected ? (
        <PackingChecklist
          // A part has gone: the rest begins from nothing.
          key={`${order.id} ${parcels.length}`}
          order={order}
          lastCarrier={lastCarrier}
          next={next}
          isTicked={isTicked}
          onSent={() => setSent(true)}
        />
      ) : (
        <>
          <WhatIsLeft found={found} />
          {isCollected && canGo && mayDispatch && <ReadyForm order={order} />}
          {next && (
            <ButtonLink to={`/admin/packing/${next.id}`} size="large" className="w-full sm:w-fit">
              Next order: {next.invoiceNumber}
            </ButtonLink>
          )}
        </>
      )}
    </>
  );
}

/** What would go into it, where nothing can be dispatched here. */
function WhatIsLeft({ found: { order } }: { found: OrderAtBench }) {
  if (order.isReviewed) {
    return (
      <Notice tone="error" title="Its payment is under review">
        It is not sent before the review is over.
      </Notice>
    );
  }
  if (order.isMoneyBack) {
    return (
      <Notice tone="error" title="Its payment went back">
        It is not sent before somebody who may refund has released it.
      </Notice>
    );
  }
  if (order.withdrawn) {
    return (
      <Notice tone="error" title={`Its customer cancelled: ${order.withdrawn}`}>
        Nothing is sent before that is settled on the order’s page.
      </Notice>
    );
  }
  if (order.status !== "processing" || order.lines.length === 0) {
    return <Notice title="Nothing of this order waits to be packed">It is {order.status}.</Notice>;
  }
  return (
    <ul className="grid gap-2 text-xl">
      {order.lines.map(({ lineId, productName, quantity }) => (
        <li key={lineId}>
          <span className="font-semibold tabular-nums">{quantity} ×</span> {productName}
        </li>
      ))}
    </ul>
  );
}

/** An order that is collected: its buyer is told, and the yard checks the code on the order's own page. */
function ReadyForm({ order }: Pick<OrderAtBench, "order">) {
  if (order.readyAt !== null) {
    return (
      <p>
        The customer knows that it is ready.{" "}
        <TextLink to={`/admin?tab=orders&order=${order.id}`}>Hand it over</TextLink> with the code that they
        name.
      </p>
    );
  }
  return (
    <CommandForm
      command={orderCommands.markReady}
      hidden={{ orderId: order.id, from: order.status }}
      label="Ready to be collected"
    >
      <SubmitButton size="large" className="w-full sm:w-fit">
        It is packed: email the customer the code
      </SubmitButton>
    </CommandForm>
  );
}
