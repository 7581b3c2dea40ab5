import { expect, it } from "vitest";
import { markupFor } from "#app/components/staff/kit/page-markup.tsx";
import { OrderForms } from "#app/components/staff/orders/order-status-forms.tsx";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import { findOrderAtBench } from "#server/orders/packing.server.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { PackingBench } from "./admin-packing-order.tsx";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

/** What the forms of an order are called while they are closed. */
async function formsOf(id: number): Promise<string[]> {
  const order = await callerFor(packer).orders.details({ id });
  const html = markupFor("packer", <OrderForms order={order} />);
  return [...html.matchAll(/<summary[^>]*>([^<]+)/g)].map(([, title = ""]) => title);
}

it("an order is dispatched until all of it was sent", async () => {
  const { id } = await makeOrder(packer);
  expect(await formsOf(id)).toEqual(["Dispatch"]);
  const parcel = { carrier: "Royal Mail", trackingNumber: "AB1", note: "" };
  await dispatchOrder(packer, { orderId: id, from: "processing", ...parcel });
  expect(await formsOf(id)).toEqual([]);
});

it("an order on the bench leads to the next one that waits", async () => {
  const [first, second] = [await makeOrder(packer), await makeOrder(packer)];
  const found = await findOrderAtBench(packer, first.id);
  const html = markupFor("packer", <PackingBench found={found} isTicked={false} />);
  const links = [...html.matchAll(/<a [^>]*Next order[^>]*>/g)].map(([link]) => link);
  expect(links).toEqual([expect.stringContaining(`href="/admin/packing/${second.id}"`)]);
  expect(links[0]).toContain(second.invoiceNumber);
});

it("an order whose money went back is not packed on the bench, which says why", async () => {
  const { id } = await makeOrder(packer);
  const found = await findOrderAtBench(packer, id);
  const benchOf = (isMoneyBack: boolean) =>
    markupFor(
      "packer",
      <PackingBench found={{ ...found, order: { ...found.order, isMoneyBack } }} isTicked={false} />,
    );
  expect(benchOf(false)).toContain("Tracking number");
  expect(benchOf(true)).not.toContain("Tracking number");
  expect(benchOf(true)).toContain("Its payment went back");
});
