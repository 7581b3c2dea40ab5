import { describe, expect, it } from "vitest";
import { Order, OrderEvent, PaymentWarning, ProviderEvent } from "#db/entities/index.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { approveStripeReview, runTestSandbox, stripeEventsOf } from "#server/testing/sandbox.ts";
import {
  deliverToStripeHook,
  paidByForm,
  type UnfinishedPayment,
} from "#server/testing/unfinished-payments.ts";
import { changeOrderStatus } from "./change-status.server.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { sinceOrdered } from "./own-orders.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

await runTestSandbox();

/** Stripe's test cards for a payment under review, and for one that the bank soon reports as fraud. */
const REVIEWED_CARD = "4000000000009235";
const WARNED_CARD = "4000000000005423";

const context = await payingContext({
  actor: { kind: "system" },
  settings: { orderNotificationEmail: "owner@example.com" },
});
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const fresh = () => context.em.fork();
const stripe = () => context.gateways.stripe.client;

async function reviewOf(paymentId: string) {
  const intent = await stripe().paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] });
  const charge = intent.latest_charge;
  const review = charge && typeof charge !== "string" ? charge.review : null;
  return stripe().reviews.retrieve(String(review));
}
/** The stand-in's event about a payment. */
function eventOf(type: string, paymentId: string): object {
  const found = stripeEventsOf(type).find((object) => Reflect.get(object, "payment_intent") === paymentId);
  if (!found) throw new Error(`no ${type}`);
  return found;
}
async function deliver(type: string, object: object): Promise<string | null | undefined> {
  const id = await deliverToStripeHook(context, type, object);
  return (await fresh().findOneOrFail(ProviderEvent, { eventId: id })).outcome;
}
const ownerMails = async (id: string) =>
  (await mailsTo(context, "owner@example.com")).filter(
    ({ template, text }) => template === "payment-warning" && text.includes(id),
  );
const linesOf = async (order: Pick<Order, "id">) =>
  (
    await fresh().find(
      OrderEvent,
      { order: order.id, kind: { $like: "warning%" } },
      { orderBy: { id: "asc" } },
    )
  ).map(({ message }) => message);
const orderOf = ({ checkoutId }: UnfinishedPayment) => fresh().findOneOrFail(Order, { checkout: checkoutId });
const parcel = (orderId: number) =>
  ({ orderId, from: "processing", carrier: "Royal Mail", trackingNumber: "AB1", note: "" }) as const;

describe("a payment that Stripe reviews", () => {
  it("is marked on the order, mailed to the owner once, and visible only to staff", async () => {
    const paid = await paidByForm(context, REVIEWED_CARD);
    await paid.tellPaid();
    const review = await reviewOf(paid.paymentId);
    expect(await deliver("review.opened", review)).toBe("warned");
    await deliver("review.opened", review);
    const order = await orderOf(paid);
    expect(await fresh().find(PaymentWarning, { order: order.id })).toMatchObject([
      { providerWarningId: review.id, kind: "review", isOpen: true, reason: "rule" },
    ]);
    expect(await linesOf(order)).toEqual([
      `Stripe is reviewing this payment: send nothing before it is approved there (${review.id})`,
    ]);
    const mails = await ownerMails(review.id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(order.invoiceNumber);
    expect(await findStaffOrder(manager, order.id)).toMatchObject({
      warnings: [{ kind: "review", isOpen: true, providerWarningId: review.id }],
    });
    expect((await sinceOrdered(context, order)).timeline.map(({ message }) => message)).toEqual([
      "Order placed and paid",
    ]);
  });

  it("keeps its goods here until it is approved, also when that event is lost", async () => {
    const paid = await paidByForm(context, REVIEWED_CARD);
    await paid.comeBack();
    const order = await orderOf(paid);
    const refusal = { code: "conflict", message: expect.stringContaining("Stripe is still reviewing") };
    await expect(dispatchOrder(manager, parcel(order.id))).rejects.toMatchObject(refusal);
    const complete = { orderId: order.id, from: "processing", to: "completed", note: "" } as const;
    await expect(changeOrderStatus(manager, complete)).rejects.toMatchObject(refusal);
    await approveStripeReview((await reviewOf(paid.paymentId)).id);
    await dispatchOrder(manager, parcel(order.id));
    expect(await fresh().findOneOrFail(Order, order.id)).toMatchObject({ status: "completed" });
    expect((await linesOf(order)).at(-1)).toContain("review of this payment is over: approved");
  });

  it("stays closed when the event of its opening comes late", async () => {
    const paid = await paidByForm(context, REVIEWED_CARD);
    const opened = eventOf("review.opened", paid.paymentId);
    const { id } = await reviewOf(paid.paymentId);
    await approveStripeReview(id);
    await deliver("review.closed", eventOf("review.closed", paid.paymentId));
    await deliver("review.opened", opened);
    const order = await orderOf(paid);
    expect(await fresh().find(PaymentWarning, { order: order.id })).toMatchObject([
      { providerWarningId: id, isOpen: false, reason: "approved" },
    ]);
    await dispatchOrder(manager, parcel(order.id));
  });

  it("makes its order also when the review's event comes first", async () => {
    const paid = await paidByForm(context, REVIEWED_CARD);
    expect(await deliver("review.opened", eventOf("review.opened", paid.paymentId))).toBe("warned");
    const order = await orderOf(paid);
    expect(await linesOf(order)).toHaveLength(1);
    expect((await ownerMails((await reviewOf(paid.paymentId)).id))[0]?.text).toContain(order.invoiceNumber);
  });
});

describe("a payment that the bank calls fraud", () => {
  it("is marked on the order and mailed to the owner once, and may still be sent", async () => {
    const { order, paymentIntentId } = await buyByCard(
      context,
      [{ product: await makeProduct(context, { price: 5000 }), quantity: 1 }],
      { card: WARNED_CARD },
    );
    const warning = eventOf("radar.early_fraud_warning.created", paymentIntentId);
    for (const _time of [1, 2]) {
      expect(await deliver("radar.early_fraud_warning.created", warning)).toBe("warned");
    }
    const [row] = await fresh().find(PaymentWarning, { order: order.id });
    expect(row).toMatchObject({ kind: "fraud", reason: "unauthorized_use_of_card" });
    expect(await linesOf(order)).toEqual([
      `The card's bank warns that this payment is fraud (unauthorized use of card). A refund now saves the cost of a dispute (${row?.providerWarningId})`,
    ]);
    expect(await ownerMails(row?.providerWarningId ?? "")).toHaveLength(1);
    await dispatchOrder(manager, parcel(order.id));
  });

  it("is found by its charge when the warning names no payment", async () => {
    const paid = await paidByForm(context, WARNED_CARD);
    const warning = eventOf("radar.early_fraud_warning.created", paid.paymentId);
    expect(
      await deliver("radar.early_fraud_warning.created", { ...warning, payment_intent: undefined }),
    ).toBe("warned");
    expect(await linesOf(await orderOf(paid))).toHaveLength(1);
  });

  it("of another account is kept as an event that matches nothing", async () => {
    const foreign = { id: "issfr_1", charge: "ch_foreign", payment_intent: "pi_foreign", fraud_type: "misc" };
    expect(await deliver("radar.early_fraud_warning.created", { ...foreign, created: 1 })).toBe("unmatched");
  });
});
