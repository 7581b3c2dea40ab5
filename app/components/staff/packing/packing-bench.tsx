import { Form, Link, useNavigation } from "@remix-run/react";
import { Parcels } from "#app/components/staff/orders/order-parcels.tsx";
import { OrderBadges } from "#app/components/staff/packing/order-badges.tsx";
import { PackingChecklist } from "#app/components/staff/packing/packing-checklist.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { OrderAtBench } from "#server/orders/packing/find-orders-to-pack.server.ts";
import { packingGroupOf } from "#server/orders/packing/packing-list.ts";

interface PackingBenchProps {
  found: OrderAtBench;
  isTicked: boolean;
  answer: RefusedForm | undefined;
}

/** One order on the bench: where it goes, what goes into its next parcel, and the order after it. */
export function PackingBench({ found, isTicked, answer }: PackingBenchProps) {
  const { order, parcels, next, lastCarrier } = found;
  const mayDispatch = useMay(orderCommands.dispatch.permission);
  const facts = order.delivery ? packingFacts(order.delivery) : [];
  const isCollected = packingGroupOf(order.delivery) === "collection";
  const canGo =
    order.lines.length > 0 && order.status === "processing" && !order.isReviewed && order.withdrawn === "";
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
            <a
              href={`tel:${order.customerPhone.replaceAll(/[^+\d]/g, "")}`}
              className="inline-block py-1 text-moss underline"
            >
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
          answer={answer}
        />
      ) : (
        <>
          <WhatIsLeft found={found} />
          {isCollected && canGo && mayDispatch && <ReadyForm found={found} answer={answer} />}
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
function ReadyForm({ found: { order }, answer }: Pick<PackingBenchProps, "found" | "answer">) {
  const { name: intent } = orderCommands.markReady;
  const sending = useNavigation().formData?.get("intent") === intent;
  const refusal = answer?.intent === intent ? answer.refusal : null;
  const address = `/admin?tab=orders&order=${order.id}`;
  return (
    <>
      {refusal && <Notice tone="error" title={refusal} />}
      {order.readyAt === null ? (
        <Form method="post" action={`/admin/packing/${order.id}`} aria-label="Ready to be collected">
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="orderId" value={order.id} />
          <input type="hidden" name="from" value={order.status} />
          <Button size="large" pending={sending} className="w-full sm:w-fit">
            It is packed: email the customer the code
          </Button>
        </Form>
      ) : (
        <p>
          The customer knows that it is ready.{" "}
          <Link to={address} className="text-moss underline">
            Hand it over
          </Link>{" "}
          with the code that they name.
        </p>
      )}
    </>
  );
}
