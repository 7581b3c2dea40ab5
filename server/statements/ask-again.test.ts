import { beforeEach, expect, it } from "vitest";
import { Order, OrderLine, Product } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { makeConfirmationToken } from "#server/orders/confirmation.server.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { askAgain, findUseQuestion } from "./state-use.server.ts";

const NOW = new Date("2026-11-24T09:23:00Z");

let context: Context;
let bulkBag: Product;
let bag: Product;
let made = 0;
beforeEach(async () => {
  context = await testContext({ clock: fixedClock(NOW.toISOString()) });
  bulkBag = await makeProduct(context, { handling: "bulk_bag" });
  bag = await makeProduct(context);
  for (const product of [bulkBag, bag]) await makeBatch(context, { product });
});

async function sent(product: Product, daysAgo: number, change: Partial<Order> = {}): Promise<Order> {
  made += 1;
  const order = await makeOrder(context, {
    ...{ customerEmail: `pallet-${made}@example.com`, status: "completed" as const },
    lines: [{ product, quantity: 1 }],
  });
  const dispatchedAt = new Date(NOW.getTime() - daysAgo * 24 * 60 * 60 * 1000);
  const em = context.em.fork();
  await em.nativeUpdate(Order, { id: order.id }, { dispatchedAt, ...change });
  await em.nativeUpdate(OrderLine, { order: order.id }, { leftQuantity: 1 });
  return order;
}

it("asks once, thirty days after a pallet or a bulk bag, by a link that opens the question", async () => {
  const order = await sent(bulkBag, 31);
  await askAgain(context);
  await askAgain(context);
  const mails = await mailsTo(context, order.customerEmail);
  expect(mails).toHaveLength(1);
  const token = /\/use\?t=([^\s"&]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
  const visitor = { invoiceNumber: order.invoiceNumber, cartId: null, token };
  expect(await findUseQuestion(context, visitor)).toMatchObject({ asksForPlace: true });
});

it("asks of what was mixed into soil and is not sold any more, by a link that opens the question", async () => {
  const mixed = await makeProduct(context, { handling: "bulk_bag", mixedIntoSoil: true });
  const order = await sent(mixed, 31);
  await context.em.fork().nativeUpdate(Product, mixed.id, { archivedAt: NOW });
  await askAgain(context);
  expect(await mailsTo(context, order.customerEmail)).toHaveLength(1);
  const token = await makeConfirmationToken(context.em.fork(), order.invoiceNumber, NOW);
  const visitor = { invoiceNumber: order.invoiceNumber, cartId: null, token };
  expect(await findUseQuestion(context, visitor)).toMatchObject({ asksForPlace: true });
});

it("asks nobody about parcels, too early, long ago, or of what was cancelled", async () => {
  const orders = [
    await sent(bag, 31),
    await sent(bulkBag, 29),
    await sent(bulkBag, 61),
    await sent(bulkBag, 31, { status: "cancelled" }),
    await sent(bulkBag, 31, { customerEmail: "erased-1@erased.invalid" }),
  ];
  await askAgain(context);
  for (const { customerEmail } of orders) expect(await mailsTo(context, customerEmail)).toHaveLength(0);
  expect(await mailsTo(context, "erased-1@erased.invalid")).toHaveLength(0);
});
