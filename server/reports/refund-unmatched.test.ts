import { beforeEach, describe, expect, it } from "vitest";
import { Payment, Refund } from "#db/entities/index.ts";
import { buyByCard, openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { aroundNow, forgetAllMoney, makeLostDispute, makePayment } from "#server/testing/ledger.ts";
import { GOOD_CARD, payIntent, payNewIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { deliverToStripeHook } from "#server/testing/unfinished-payments.ts";
import { listUnmatched } from "./list-unmatched.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { finaliseAgain, refundUnmatched } from "./refund-unmatched.server.ts";

await runTestSandbox();

const context = await payingContext({ actor: { kind: "system" } });
const ada = await makeUser(context, { role: "administrator", name: "Ada Administrator" });
const administrator = asUser(context, ada);
/** What a test leaves wrong belongs to it alone: the next one begins with nothing on either side. */
beforeEach(() => forgetAllMoney(context));

const fresh = () => context.em.fork();
const stripe = () => context.gateways.stripe.client;
const differences = async () => (await reconcile(context, aroundNow())).differences;

/** Money on our account that names no checkout: a payment link of the dashboard. */
const unmatchedPayment = () => payNewIntent(stripe(), { amount: 4321, currency: "gbp" });

describe("money that matched nothing", () => {
  const tellPaid = (id: string) =>
    deliverToStripeHook(context, "payment_intent.succeeded", { id, object: "payment_intent" });
  const unmatched = () => listUnmatched(administrator, 10);

  it("is recorded once when it names no checkout of ours, and is no difference", async () => {
    const payment = await unmatchedPayment();
    await tellPaid(payment.id);
    await tellPaid(payment.id);
    expect(await unmatched()).toMatchObject([{ providerPaymentId: payment.id, amount: 4321, left: 4321 }]);
    expect(await differences()).toEqual([]);
  });

  it("goes back through the provider at an administrator's word, once", async () => {
    const payment = await unmatchedPayment();
    await tellPaid(payment.id);
    const [row] = await unmatched();
    if (!row) throw new Error("not listed");
    const input = { paymentId: row.id, seenLeft: 4321 };
    const attempts = await Promise.allSettled([
      refundUnmatched(administrator, input),
      refundUnmatched(administrator, input),
    ]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stripe().refunds.list({ payment_intent: payment.id })).data).toHaveLength(1);
    expect(await fresh().findOneOrFail(Refund, { payment: row.id })).toMatchObject({
      amount: 4321,
      status: "succeeded",
      source: "staff",
      requestedBy: "Ada Administrator",
    });
    expect(await unmatched()).toEqual([]);
    expect(await differences()).toEqual([]);
    const audit = await fresh().execute(
      `select actor_name, subject_name from audit_entry where subject_id = ?`,
      [`payment-${row.id}`],
    );
    expect(audit).toEqual([
      { actor_name: "Ada Administrator", subject_name: `stripe payment ${payment.id}` },
    ]);
  });

  it("of which a lost dispute took a part goes back in the rest", async () => {
    const payment = await unmatchedPayment();
    await tellPaid(payment.id);
    const [row] = await unmatched();
    if (!row) throw new Error("not listed");
    await makeLostDispute(context, row, 4000);
    const [seen] = await unmatched();
    expect(seen?.left).toBe(321);
    await refundUnmatched(administrator, { paymentId: row.id, seenLeft: 321 });
    expect(await fresh().findOneOrFail(Refund, { payment: row.id })).toMatchObject({ amount: 321 });
  });

  it("comes back to the list with the reason when its refund fails", async () => {
    const payment = await makePayment(context, {});
    const input = { paymentId: payment.id, seenLeft: 2000 };
    await expect(refundUnmatched(administrator, input)).toBeRefused("payment_failed");
    const [row] = await unmatched();
    expect(row).toMatchObject({ id: payment.id, left: 2000, refund: { status: "failed" } });
    expect(row?.refund?.failure).toContain("No such payment_intent");
  });

  it("is not refunded when it has changed since it was seen, or has bought an order", async () => {
    const opened = await buyByCard(context, [{ product: await makeProduct(context), quantity: 1 }]);
    const { id } = await fresh().findOneOrFail(Payment, { providerPaymentId: opened.paymentIntentId });
    await expect(refundUnmatched(administrator, { paymentId: id, seenLeft: 3099 })).toBeRefused("conflict", {
      message: expect.stringContaining("has bought order"),
    });
    const payment = await makePayment(context, {});
    await expect(refundUnmatched(administrator, { paymentId: payment.id, seenLeft: 1999 })).toBeRefused(
      "conflict",
    );
    expect(await fresh().count(Refund, {})).toBe(0);
  });

  it("becomes its order when it is looked at again and there is one to make", async () => {
    const opened = await openCheckout(context, [{ product: await makeProduct(context), quantity: 1 }]);
    await payIntent(opened.clientSecret, GOOD_CARD);
    const { id } = await fresh().findOneOrFail(Payment, { providerPaymentId: opened.paymentIntentId });
    expect(await finaliseAgain(administrator, id)).toEqual({
      matched: true,
      message: `Order ${opened.invoiceNumber} was made.`,
    });
    const events = await fresh().execute("select kind, actor_name from order_event where kind = 'matched'");
    expect(events).toEqual([{ kind: "matched", actor_name: "Ada Administrator" }]);
    const atProvider = await unmatchedPayment();
    await tellPaid(atProvider.id);
    const payment = await fresh().findOneOrFail(Payment, { providerPaymentId: atProvider.id });
    expect(await finaliseAgain(administrator, payment.id)).toEqual({
      matched: false,
      message: "It still matches no order.",
    });
  });
});
