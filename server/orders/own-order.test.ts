import { expect, expectTypeOf, it } from "vitest";
import { Order, OrderEvent } from "#db/entities/index.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { statementsOf } from "#server/testing/watch-writes.ts";
import { findAnyOrder, findOrder, findPackingOrder, type OwnOrder } from "./order-views.server.ts";
import { findOwnOrder, listOwnOrders, type OpenedOwnOrder } from "./own-orders.server.ts";
import { findStaffOrder, openOrder, type StaffOrder } from "./staff-order-view.server.ts";

const ADVICE =
  "What a buyer sees is the select `own` of server/orders/order-views.server.ts, and again in seenByBuyers of this test";

const seenByBuyers = [
  ...[
    "id",
    "invoiceNumber",
    "customerId",
    "customerName",
    "customerEmail",
    "customerPhone",
    "customerAddress",
  ],
  ...[
    "status",
    "createdAt",
    "dispatchedAt",
    "delivery",
    "totalAmount",
    "currency",
    "subtotal",
    "taxAmount",
    "shippingCost",
    "paymentMethod",
    "items",
  ],
].toSorted();

const seenByStaff = [...seenByBuyers, "deliveryToBeAgreed"].toSorted();

const fieldsOf = (value: object | undefined) => Object.keys(value ?? {}).toSorted();

it("a buyer sees these fields of an order, over every interface, and staff see more", async () => {
  const context = await testContext();
  const buyer = await makeUser(context);
  const asBuyer = asUser(context, buyer);
  const { id } = await makeOrder(context, { customer: buyer });
  const placed = { order: id, kind: "placed", message: "Order placed", createdAt: new Date() } as const;
  await context.em.fork().insert(OrderEvent, placed);
  const [listed] = await listOwnOrders(asBuyer, 1);
  expect(fieldsOf(listed), ADVICE).toEqual(seenByBuyers);
  expect(fieldsOf(await findOrder(asBuyer, id)), ADVICE).toEqual(seenByBuyers);
  const opened = await findOwnOrder(asBuyer, id);
  expect(fieldsOf(opened), ADVICE).toEqual(
    [...seenByBuyers, "cancelBy", "hasCarbonStatement", "notes", "timeline", "wording"].toSorted(),
  );
  expect(opened.timeline).toMatchObject([{ message: "Order placed" }]);
  expect(fieldsOf(opened.timeline[0]), ADVICE).toEqual(["createdAt", "id", "message"]);
  expect(fieldsOf(opened.items[0]), ADVICE).toEqual([
    ...["id", "perMeasure", "price", "productId", "productName", "quantity"],
  ]);
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  expect(fieldsOf(await findStaffOrder(staff, id)).length).toBeGreaterThan(fieldsOf(opened).length);
});

it("staff see these fields, with money and without", async () => {
  const context = await testContext();
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  const packer = asUser(context, await makeUser(context, { role: "packer" }));
  const { id } = await makeOrder(context);
  const advice =
    "What staff see are the selects `money` and `packing` of server/orders/order-views.server.ts, and again in seenByStaff of this test";
  expect(fieldsOf(await findAnyOrder(staff, id)), advice).toEqual(seenByStaff);
  const money = [
    "customerId",
    "currency",
    "totalAmount",
    "subtotal",
    "taxAmount",
    "shippingCost",
    "paymentMethod",
  ];
  const packed = await findPackingOrder(packer, id);
  expect(fieldsOf(packed), advice).toEqual(seenByStaff.filter((field) => !money.includes(field)));
  expect(fieldsOf(packed.items[0]), advice).toEqual(["id", "productId", "productName", "quantity"]);
  await expect(findAnyOrder(packer, id)).toBeRefused("forbidden");
});

it("nothing that an order cost is even asked for where somebody packs it, nor shown of its delivery", async () => {
  const context = await testContext();
  const packer = asUser(context, await makeUser(context, { role: "packer" }));
  const { id } = await makeOrder(context);
  const delivery = { id: "express", label: "Express", price: 1299, split: [] };
  await context.em.fork().nativeUpdate(Order, { id }, { delivery });
  const statements = await statementsOf(async () => {
    for (const order of [await findPackingOrder(packer, id), await openOrder(packer, id)]) {
      expect(order.delivery).toEqual({ id: "express", label: "Express", split: [] });
    }
  });
  expect(statements.length).toBeGreaterThan(2);
  const money =
    /total_amount|subtotal|tax_amount|shipping_cost|unit_price|line_total|credited_|"payment_method"|from "(refund|payment|dispute)"/;
  expect(statements.filter((statement) => money.test(statement))).toEqual([]);
});

it("staff see until when the money of a cancelled order has to go back", async () => {
  const context = await testContext();
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  const { id, totalAmount } = await makeOrder(context);
  const em = context.em.fork();
  await em.nativeUpdate(Order, { id }, { paymentMethod: "cash", status: "cancelled" });
  const createdAt = new Date("2026-11-03T10:00:00Z");
  em.create(OrderEvent, { order: id, kind: "cancelled", message: "Order cancelled", createdAt });
  await em.flush();
  const dueBy = async () => (await findStaffOrder(staff, id)).refundDueBy;
  expect(await dueBy()).toBe("2026-11-17T23:59:59.999Z");
  await em.nativeUpdate(Order, { id }, { status: "processing" });
  expect(await dueBy()).toBeNull();
  await em.nativeUpdate(Order, { id }, { status: "cancelled" });
  await refundOrder(context, { id }, totalAmount);
  expect(await dueBy()).toBeNull();
});

it("the buyer's types have none of the fields by which staff decide", () => {
  type OfStaff =
    | "refundKey"
    | "refunds"
    | "captured"
    | "refunded"
    | "lost"
    | "disputes"
    | "warnings"
    | "units"
    | "owed"
    | "agreedPrices"
    | "isBackorder"
    | "deliveryToBeAgreed"
    | "isExport"
    | "isCounterOrder"
    | "paidAt";
  expectTypeOf<OfStaff & keyof OpenedOwnOrder>().toBeNever();
  expectTypeOf<OfStaff>().toExtend<keyof StaffOrder>();
  expectTypeOf<"actorName" & keyof OpenedOwnOrder["timeline"][number]>().toBeNever();
  expectTypeOf<keyof OwnOrder>().toExtend<keyof StaffOrder>();
});
