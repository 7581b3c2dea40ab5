import { expect, expectTypeOf, it } from "vitest";
import { Order, OrderEvent } from "#db/entities/index.ts";
import { asUser, makeOrder, makeRefund, makeUser, testContext } from "#server/testing/factories.ts";
import { findAnyOrder, findOrder, findPackingOrder } from "./find-orders.server.ts";
import { findOwnOrder, listOwnOrders } from "./find-own-orders.server.ts";
import { findStaffOrder } from "./find-staff-order.server.ts";
import { orderViewOf, packingOrderOf } from "./order-view.ts";
import { type OpenedOwnOrder, type OwnOrder, ownOrderOf } from "./own-order.ts";
import type { StaffOrder } from "./staff-order-view.ts";

const ADVICE =
  "What a buyer sees is listed in server/orders/lists/own-order.ts, and again in seenByBuyers of its test";

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
  const [listed] = await listOwnOrders(asBuyer, 1);
  expect(fieldsOf(listed), ADVICE).toEqual(seenByBuyers);
  expect(fieldsOf(await findOrder(asBuyer, id)), ADVICE).toEqual(seenByBuyers);
  const opened = await findOwnOrder(asBuyer, id);
  expect(fieldsOf(opened), ADVICE).toEqual(
    [...seenByBuyers, "cancelBy", "hasCarbonStatement", "notes", "timeline", "wording"].toSorted(),
  );
  for (const line of opened.timeline) expect(fieldsOf(line), ADVICE).toEqual(["createdAt", "id", "message"]);
  expect(fieldsOf(opened.items[0]), ADVICE).toEqual(["id", "price", "productId", "productName", "quantity"]);
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  expect(fieldsOf(await findStaffOrder(staff, id)).length).toBeGreaterThan(fieldsOf(opened).length);
});

it("staff see these fields, with money and without, whatever else was read", async () => {
  const context = await testContext();
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  const packer = asUser(context, await makeUser(context, { role: "packer" }));
  const { id } = await makeOrder(context);
  const advice =
    "What staff see is listed in server/orders/lists/order-view.ts, and again in seenByStaff of own-order.test.ts";
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
  await expect(findAnyOrder(packer, id)).rejects.toMatchObject({ code: "forbidden" });
  const whole = await findStaffOrder(staff, id);
  const planted = { ...whole, internalNote: "not for this list" };
  expect(fieldsOf(orderViewOf(planted)), advice).toEqual(seenByStaff);
  expect(fieldsOf(packingOrderOf(planted)), advice).toEqual(fieldsOf(packed));
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
  await makeRefund(context, { id }, totalAmount);
  expect(await dueBy()).toBeNull();
});

it("what is read for staff does not come along", async () => {
  const context = await testContext();
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  const { id } = await makeOrder(context);
  expect(fieldsOf(ownOrderOf(await findStaffOrder(staff, id)))).toEqual(seenByBuyers);
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
