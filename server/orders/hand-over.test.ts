import { describe, expect, it } from "vitest";
import { Order, OrderLine, type Product } from "#db/entities/index.ts";
import { redactSecrets } from "#server/email/send-email.server.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findMail } from "#server/testing/mailed.ts";
import { postForm } from "#server/testing/post-form.ts";
import { makeConfirmationToken } from "./confirmation.server.ts";
import { findConfirmation } from "./confirmation-page.server.ts";
import { handOverOrder, markOrderReady } from "./hand-over.server.ts";
import { orderCommands } from "./order-commands.ts";
import { openOrder } from "./staff-order-view.server.ts";

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));

const delivery = {
  id: "collection",
  label: "Collection from our yard",
  price: 0,
  slot: "2026-03-07T10:00:00.000Z",
};

async function collected(lines?: { product: Product; quantity: number }[]): Promise<Order> {
  const order = await makeOrder(context, { status: "processing", ...(lines ? { lines } : {}) });
  await context.em.fork().nativeUpdate(Order, { id: order.id }, { delivery });
  return order;
}

const seen = { from: "processing", note: "" } as const;
const fresh = ({ id }: Order) => context.em.fork().findOneOrFail(Order, id);

describe("an order that is collected", () => {
  it("is said to be ready by a mail with a code, which its page then shows too", async () => {
    const order = await collected();
    await markOrderReady(packer, { orderId: order.id, ...seen, note: "Ring twice" });
    const mail = await findMail(context, { key: `order-ready:${order.invoiceNumber}` });
    const { collectionCode, readyAt, status } = await fresh(order);
    expect(collectionCode).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    for (const said of [
      collectionCode,
      "Saturday 7 March 2026, 10:00 to 10:30",
      "Oxbow Yard",
      "Ring twice",
    ]) {
      expect(mail.text.replaceAll(/\s+/g, " ")).toContain(said);
    }
    // Once it was sent, the mail is kept without the code.
    for (const body of [mail.text, mail.html]) expect(redactSecrets(body)).not.toContain(collectionCode);
    expect([readyAt, status]).toEqual([context.clock.now(), "processing"]);
    const { invoiceNumber } = order;
    const token = await makeConfirmationToken(context.em, invoiceNumber, context.clock.now());
    expect(await findConfirmation(context, { cartId: null, token })).toMatchObject({
      delivery,
      collection: { code: collectionCode },
    });
  });

  it("is said to be ready with what is left to be collected, and not where nothing is", async () => {
    const product = await makeProduct(context, { name: "Yard Biochar" });
    const order = await collected([{ product, quantity: 5 }]);
    const cancel = (cancelledQuantity: number) =>
      context.em.fork().nativeUpdate(OrderLine, { order: order.id }, { cancelledQuantity });
    await cancel(5);
    await expect(markOrderReady(packer, { orderId: order.id, ...seen })).toBeRefused("conflict", {
      message: "Nothing of this order is left to be collected.",
    });
    await cancel(2);
    await markOrderReady(packer, { orderId: order.id, ...seen });
    const mail = await findMail(context, { key: `order-ready:${order.invoiceNumber}` });
    expect(mail.text).toContain("3 × Yard Biochar");
    expect(mail.text).not.toContain("5 ×");
  });

  it("is said to be ready once, and only where it is collected", async () => {
    const order = await collected();
    await markOrderReady(packer, { orderId: order.id, ...seen });
    const again = markOrderReady(packer, { orderId: order.id, ...seen });
    await expect(again).toBeRefused("conflict");
    const sent = await makeOrder(context, { status: "processing" });
    await expect(markOrderReady(packer, { orderId: sent.id, ...seen })).toBeRefused("conflict", {
      message: "This order is sent, not collected.",
    });
  });

  it("is handed over to anyone who names its code, and to nobody else", async () => {
    const order = await collected();
    const tooEarly = handOverOrder(packer, { orderId: order.id, ...seen, collectionCode: "ABCDEF" });
    await expect(tooEarly).toBeRefused("conflict");
    await markOrderReady(packer, { orderId: order.id, ...seen });
    const collectionCode = (await fresh(order)).collectionCode ?? "";
    const typed = { orderId: String(order.id), ...seen, collectionCode: "WRONG2" };
    await expect(postForm(packer, "orders.handOver", typed)).toBeRefused("validation_failed", {
      fields: { collectionCode: ["This is not the code of this order. Nothing was handed over."] },
    });
    expect((await fresh(order)).status).toBe("processing");
    await handOverOrder(packer, { orderId: order.id, ...seen, collectionCode });
    expect(await fresh(order)).toMatchObject({ status: "completed", dispatchedAt: context.clock.now() });
    const { timeline } = await openOrder(packer, order.id);
    expect(timeline.map(({ message }) => message)).toContain("Collected from the yard");
  });

  it("is read with its code however it is typed", () => {
    const typed = { orderId: "1", from: "processing", collectionCode: " ab c-234 " };
    expect(orderCommands.handOver.input.parse(typed)).toMatchObject({ collectionCode: "ABC234" });
  });
});
