import fc from "fast-check";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import type { Context } from "#server/core/context.ts";
import { cancelOrder, changeOrderStatus } from "#server/orders/change-status.server.ts";
import { dismissFailedOrder, listFailedOrders } from "#server/orders/failed-orders.server.ts";
import { listRecentOrders } from "#server/orders/order-views.server.ts";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import { findStaffOrder, type StaffOrder } from "#server/orders/staff-order-view.server.ts";
import { listUnmatched } from "#server/reports/list-unmatched.server.ts";
import { finaliseAgain, refundUnmatched } from "#server/reports/refund-unmatched.server.ts";
import { type Fault, fault } from "./action.ts";
import type { Model } from "./model.ts";
import { countUndecided } from "./providers.ts";
import { anythingAgreed, anythingCharged, type DrawnSteps, pick, step } from "./step.ts";
import type { World } from "./world.ts";

const which = fc.nat(10);
const MOST = 100;

/** Staff at their screens: each looks first, and acts on what they saw. */
export const staffSteps: DrawnSteps[] = [
  step({
    name: "staff refund",
    weight: 3,
    given: fc.record({ which, part: fc.constantFrom(1, 0.4), restock: fc.boolean(), fault }),
    can: anythingCharged,
    act: (world, _model, input) =>
      onOrder(world, "refund an order", input, async (context, order) => {
        const left = order.captured - order.refunded - order.lost;
        const amount = Math.max(1, Math.round(left * input.part));
        // An amount alone, or with the units that nobody has refunded yet.
        const units = input.restock
          ? order.units.map((line) => ({
              lineId: line.lineId,
              quantity: line.quantity - line.creditedQuantity,
            }))
          : [];
        return refundOrder(context, {
          orderId: order.id,
          key: order.refundKey,
          seenRefunded: order.refunded + order.creditedUnpaid,
          amount,
          reason: "Asked for",
          units,
          backToStock: input.restock,
        });
      }),
  }),
  step({
    name: "staff cancel",
    weight: 1,
    given: fc.record({ which, restock: fc.boolean(), fault }),
    can: anythingCharged,
    act: (world, _model, input) =>
      onOrder(world, "cancel an order", input, async (context, { id, status }) => {
        await cancelOrder(context, { orderId: id, from: status, note: "", restock: input.restock });
        return "cancelled";
      }),
  }),
  step({
    name: "staff complete",
    weight: 1,
    given: fc.record({ which, fault }),
    can: anythingCharged,
    act: (world, _model, input) =>
      onOrder(world, "complete an order", input, async (context, { id, status }) => {
        const to = status === "pending" ? "processing" : "completed";
        await changeOrderStatus(context, { orderId: id, from: status, to, note: "" });
        return to;
      }),
  }),
  step({
    name: "staff edit a product",
    weight: 2,
    given: fc.record({
      product: fc.nat(2),
      units: fc.integer({ min: -2, max: 4 }),
      pence: fc.constantFrom(0, 0, 150),
    }),
    act: (world, model, input) => editProduct(world, model, input),
  }),
  step({
    name: "staff dismiss a failed order",
    weight: 2,
    given: fc.record({ which }),
    can: anythingAgreed,
    act: async (world, model, input) => {
      const undecided = countUndecided();
      await world.act("staff dismiss a failed order", { by: world.staff }, async (context) => {
        const row = pick(await listFailedOrders(context, MOST), input.which);
        if (!row) return "none";
        await dismissFailedOrder(context, { failedOrderId: row.id });
        const attempts = model.attempts.get(row.customerEmail) ?? 0;
        if (undecided === 0 && world.held.length === 0) model.dismissed.set(row.id, { attempts });
        return `${row.id}`;
      });
    },
  }),
  step({
    name: "staff act on unmatched money",
    weight: 2,
    given: fc.record({ which, refund: fc.boolean(), fault }),
    can: anythingCharged,
    act: (world, _model, input) =>
      world.act(
        `staff ${input.refund ? "refund" : "look again at"} unmatched money`,
        { by: world.staff, fault: input.fault },
        async (context) => {
          const row = pick(await listUnmatched(context, MOST), input.which);
          if (!row) return "none";
          if (!input.refund) return (await finaliseAgain(context, row.id)).message;
          return (await refundUnmatched(context, { paymentId: row.id, seenLeft: row.left })).status;
        },
      ),
  }),
];

/** Opens an order, and acts on what is shown. */
export function onOrder(
  world: World,
  what: string,
  { which, fault }: { which: number; fault: Fault },
  act: (context: Context, order: StaffOrder) => Promise<string>,
): Promise<void> {
  return world.act(`staff ${what}`, { by: world.staff, fault }, async (context) => {
    const order = pick(await listRecentOrders(context, MOST), which);
    return order ? act(context, await findStaffOrder(context, order.id)) : "none";
  });
}

async function editProduct(
  world: World,
  model: Model,
  input: { product: number; units: number; pence: number },
): Promise<void> {
  const product = pick(world.products, input.product);
  if (!product) return;
  const [known] = await world.database.rows<{ stock: number; price: number }>(
    "select stock_quantity as stock, price from product where id = $1",
    [product.id],
  );
  if (!known) return;
  const units = Math.max(input.units, -known.stock);
  const name = `staff add ${units} units and ${input.pence} pence to product ${input.product}`;
  await world.act(name, { by: world.staff }, async (context) => {
    const change = { stockQuantity: known.stock + units, price: known.price + input.pence };
    await updateProduct(context, { id: product.id, change, seenStock: known.stock });
    model.editStock(product.id, units);
    return "saved";
  });
}
