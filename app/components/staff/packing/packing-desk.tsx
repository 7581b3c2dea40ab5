import { Form, Link, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { orderCommands, orderField } from "#server/orders/order-commands.ts";
import {
  isReady,
  type OrderToPack,
  type PackingGroup,
  packingGroupOf,
  packingGroups,
} from "#server/orders/packing/packing-list.ts";

const groupTitles: Record<PackingGroup, string> = {
  parcel: "Parcels",
  pallet: "Pallets and bulk bags",
  collection: "To be collected",
};

/** Carriers whose names need not be typed. */
const CARRIERS = ["Royal Mail", "Parcelforce", "DPD", "Evri", "UPS", "Palletways", "Pall-Ex"];

const PAPERS = "papers";
const typedNumbers = z.record(z.string(), z.string());

interface PackingDeskProps {
  found: { orders: readonly OrderToPack[]; isMore: boolean; lastCarrier: string };
  answer: RefusedForm | undefined;
}

/**
 * Every order that waits, by how it leaves: ticked for its papers, and sent together with the others once its tracking
 * number is typed.
 */
export function PackingDesk({ found, answer }: PackingDeskProps) {
  const may = useMayAsk();
  const sending = useNavigation().formData?.get("intent") === orderCommands.dispatchMany.name;
  const came = answer?.intent === orderCommands.dispatchMany.name ? answer : undefined;
  const typed = typedNumbers.safeParse(came?.result.initialValue?.numbers).data ?? {};
  const carrier = came?.result.initialValue?.carrier;
  const errors = came?.result.error ?? {};
  const mayDispatch = may(orderCommands.dispatchMany.permission);
  return (
    <>
      <form
        id={PAPERS}
        method="get"
        action="/admin/packing/print"
        className="flex flex-wrap items-center gap-3"
      >
        <span className="text-[0.9375rem]">For the ticked orders:</span>
        <Button name="paper" value="slips" variant="secondary" size="small">
          Packing slips
        </Button>
        <Button name="paper" value="labels" variant="secondary" size="small">
          Address labels (A6)
        </Button>
      </form>
      <Form
        method="post"
        action="/admin/packing"
        preventScrollReset
        noValidate
        aria-label="Dispatch"
        className="grid gap-6"
      >
        <input type="hidden" name="intent" value={orderCommands.dispatchMany.name} />
        {came?.refusal && <Notice tone="error" title={came.refusal} />}
        {mayDispatch && (
          <div className="max-w-xs">
            <TextField
              label="Carrier"
              name="carrier"
              list="carriers"
              required
              maxLength={100}
              defaultValue={typeof carrier === "string" ? carrier : found.lastCarrier}
              errors={errors.carrier ?? undefined}
            />
            <datalist id="carriers">
              {CARRIERS.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
        )}
        {packingGroups.map((group) => {
          const orders = found.orders.filter(({ delivery }) => packingGroupOf(delivery) === group);
          return (
            orders.length > 0 && (
              <Card key={group} role="region" aria-labelledby={`packing-${group}`} className="grid gap-2">
                <h2 id={`packing-${group}`} className="flex items-baseline gap-3 text-xl">
                  {groupTitles[group]}
                  <span className="text-base text-ink-soft tabular-nums">{orders.length}</span>
                </h2>
                <ul className="divide-y divide-line">
                  {orders.map((order) => (
                    <li key={order.id} className="grid gap-4 py-4 lg:grid-cols-[1fr_18rem]">
                      <PackedOrder order={order} />
                      {mayDispatch && group !== "collection" && isReady(order) && (
                        <TextField
                          label="Tracking number"
                          name={`numbers.${orderField(order.id)}`}
                          aria-label={`Tracking number of ${order.invoiceNumber}`}
                          autoComplete="off"
                          spellCheck={false}
                          maxLength={100}
                          defaultValue={typed[orderField(order.id)] ?? ""}
                          errors={errors[`numbers.${orderField(order.id)}`] ?? undefined}
                        />
                      )}
                    </li>
                  ))}
                </ul>
              </Card>
            )
          );
        })}
        {found.isMore && (
          <Notice title="These are the oldest 200">The others follow when these have gone.</Notice>
        )}
        {mayDispatch && (
          <Button pending={sending} className="w-fit">
            Dispatch all with a tracking number
          </Button>
        )}
      </Form>
    </>
  );
}

/** What goes into it and where it goes, in letters that can be read from the bench. */
function PackedOrder({ order }: { order: OrderToPack }) {
  const facts = order.delivery ? packingFacts(order.delivery) : [];
  return (
    <div className="flex gap-3">
      <input
        type="checkbox"
        form={PAPERS}
        name="order"
        value={order.id}
        defaultChecked
        aria-label={`Papers of ${order.invoiceNumber}`}
        className="mt-1 size-5 shrink-0 accent-moss"
      />
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/admin?tab=orders&order=${order.id}`} className="font-semibold text-moss underline">
            {order.invoiceNumber}
          </Link>
          <span className="text-sm text-ink-soft">{displayDate(order.createdAt)}</span>
          {order.isPartSent && <Badge tone="outline">Part has gone</Badge>}
          {order.isReviewed && <Badge tone="clay">Payment under review: do not send</Badge>}
          {order.isBackorder && <Badge tone="clay">Paid after the stock was gone</Badge>}
          {order.withdrawn && <Badge tone="clay">Cancelled by the customer: {order.withdrawn}</Badge>}
          {order.deliveryToBeAgreed && <Badge tone="outline">Delivery to be agreed</Badge>}
        </p>
        <ul className="text-lg">
          {order.lines.map(({ lineId, productName, quantity }) => (
            <li key={lineId}>
              <span className="font-semibold tabular-nums">{quantity} ×</span> {productName}
            </li>
          ))}
        </ul>
        <p className="break-words text-ink-soft">
          {order.customerName}, {order.customerAddress}
        </p>
        {facts.map(({ label, value }) => (
          <p key={label} className="text-sm text-ink-soft">
            {label}: {value}
          </p>
        ))}
      </div>
    </div>
  );
}
