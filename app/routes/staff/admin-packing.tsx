import { Link, useLoaderData } from "@remix-run/react";
import { Fragment, type KeyboardEvent } from "react";
import { z } from "zod";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { OrderBadges } from "#app/components/staff/packing/packing-checklist.tsx";
import { PickList } from "#app/components/staff/packing/packing-documents.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useMay } from "#app/lib/use-may.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { type CarrierFile, carrierFiles } from "#server/orders/carrier-files.ts";
import { orderCommands, orderField } from "#server/orders/order-commands.ts";
import { findOrdersToPack, type OrderToPack } from "#server/orders/packing.server.ts";
import {
  inPackingOrder,
  isReady,
  type PackingGroup,
  packingGroupOf,
  packingGroups,
  runsOf,
} from "#server/orders/packing-list.ts";
import { staffPage } from "#server/process/page.server.ts";
import { carrierNames } from "#server/settings/carriers.ts";

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
    <StaffQueries>
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
    </StaffQueries>
  );
}

const groupTitles: Record<PackingGroup, string> = {
  parcel: "Parcels",
  pallet: "Pallets and bulk bags",
  collection: "To be collected",
};

const PAPERS = "papers";

interface PackingPageProps {
  found: { orders: readonly OrderToPack[]; isMore: boolean; lastCarrier: string };
}

/**
 * Every order that waits, by how it leaves: ticked for its documents, and sent together with the others once its
 * tracking number is typed.
 */
export function PackingPage({ found }: PackingPageProps) {
  const mayDispatch = useMay(orderCommands.dispatchMany.permission);
  return (
    <>
      <DocumentsForm mayDispatch={mayDispatch} />
      <CommandForm
        command={orderCommands.dispatchMany}
        label="Dispatch"
        onKeyDown={goToNextNumber}
        className="grid gap-6"
      >
        {mayDispatch && (
          <div className="max-w-xs">
            <TextField label="Carrier" field="carrier" saved={found.lastCarrier} list="carriers" />
            <datalist id="carriers">
              {carrierNames.map((name) => (
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
                {(group === "pallet" ? runsOf(orders) : [{ run: null, orders }]).map(({ run, orders }) => (
                  <Fragment key={run}>
                    {run !== null && (
                      <h3 className="mt-2 flex items-baseline gap-3 text-lg">
                        Run: {run}
                        <span className="text-base text-ink-soft tabular-nums">{orders.length}</span>
                      </h3>
                    )}
                    <ul className="divide-y divide-line">
                      {orders.map((order) => (
                        <li
                          key={order.id}
                          data-row={order.id}
                          className="grid gap-4 py-4 lg:grid-cols-[1fr_18rem]"
                        >
                          <PackedOrder order={order} />
                          {mayDispatch && group !== "collection" && isReady(order) && (
                            <TextField
                              label="Tracking number"
                              field={`numbers.${orderField(order.id)}`}
                              data-key="edit"
                              aria-label={`Tracking number of ${order.invoiceNumber}`}
                              autoComplete="off"
                              spellCheck={false}
                            />
                          )}
                        </li>
                      ))}
                    </ul>
                  </Fragment>
                ))}
              </Card>
            )
          );
        })}
        {found.isMore && (
          <Notice title="These are the oldest 200">The others follow when these have gone.</Notice>
        )}
        {mayDispatch && <SubmitButton className="w-fit">Dispatch all with a tracking number</SubmitButton>}
      </CommandForm>
    </>
  );
}

const documents = {
  slips: "Packing slips",
  notes: "Delivery notes",
  labels: "Address labels (A6)",
  pallets: "Pallet notes",
};

const files: Record<CarrierFile, string> = {
  "click-and-drop": "Click & Drop (CSV)",
  pallets: "Pallet network (CSV)",
};

/** What is printed of the ticked orders, and the files that carriers' programs read. */
function DocumentsForm({ mayDispatch }: { mayDispatch: boolean }) {
  return (
    <form id={PAPERS} method="get" action="/admin/packing/print" className="grid gap-3">
      {/* Nothing ticked is not everything. */}
      <input type="hidden" name="ticked" value="on" />
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-[0.9375rem]">Print for the ticked orders:</span>
        {Object.entries(documents).map(([paper, label]) => (
          <Button
            key={paper}
            name="paper"
            value={paper}
            data-key={paper === "slips" ? "print" : undefined}
            variant="secondary"
            size="small"
          >
            {label}
          </Button>
        ))}
      </div>
      {mayDispatch && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-[0.9375rem]">Files for carriers:</span>
          {carrierFiles.map((carrier) => (
            <Button
              key={carrier}
              name="carrier"
              value={carrier}
              formAction="/admin/packing.csv"
              variant="secondary"
              size="small"
            >
              {files[carrier]}
            </Button>
          ))}
          <SmallButtonLink to="/admin/packing/tracking">Read tracking numbers</SmallButtonLink>
        </div>
      )}
    </form>
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
        data-select
        // What cannot go yet has no documents, unless somebody ticks it.
        defaultChecked={isReady(order)}
        aria-label={`Papers of ${order.invoiceNumber}`}
        className="mt-1 size-5 shrink-0 accent-moss"
      />
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/admin/packing/${order.id}`}
            discover="none"
            data-open
            className="inline-block py-1 font-semibold text-moss underline"
          >
            {order.invoiceNumber}
          </Link>
          <span className="text-sm text-ink-soft">{displayDate(order.createdAt)}</span>
          <OrderBadges order={order} />
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

/**
 * Enter in a tracking number goes on to the next one, as scanners of labels send it behind each number, and from the
 * last one to the button. Ctrl+Enter sends what there is.
 */
function goToNextNumber(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(target instanceof HTMLInputElement))
    return;
  const numbers = [...form.querySelectorAll<HTMLInputElement>('input[name^="numbers."]')];
  const at = numbers.indexOf(target);
  if (at < 0) return;
  event.preventDefault();
  const next = numbers[at + 1] ?? form.querySelector<HTMLElement>("button:not([type=button])");
  next?.focus();
}
