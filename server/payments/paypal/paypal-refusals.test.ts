import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CartLine, FailedOrder, Order, Payment } from "#db/entities/index.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import { PAYPAL_REFUSED } from "#server/payments/paypal/paypal-payments.server.ts";
import { plainFailureReason } from "#server/payments/providers.server.ts";
import {
  capturePayPalOrder,
  createPayPalOrder,
  openPayPalCheckout,
  payingContext,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import {
  approvePayPalOrder,
  changeAtProviders,
  type Funding,
  payPalAttempts,
  runTestSandbox,
  setFaults,
  setPayPalBehaviour,
} from "#server/testing/sandbox.ts";
import { captureAtPayPal, requirePayPal } from "./paypal-client.server.ts";

await runTestSandbox();

const context = await payingContext();
const refuseCaptures = (captureIssue: string | null) => setFaults({ captureIssue });
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await refuseCaptures(null);
});

const fresh = () => context.em.fork();
const paid = { kind: "paid", created: true };
const backTo = ({ orderId }: { orderId: string }) => ({
  kind: "approve",
  url: expect.stringContaining(orderId),
});

/** A PayPal order that its payer has approved. */
async function approved(funding: Funding = "paid") {
  const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
  const opened = await openPayPalCheckout(context, [{ product, quantity: 2 }]);
  await approvePayPalOrder(opened.orderId, funding);
  return opened;
}
const failedOrderOf = ({ checkoutId }: { checkoutId: string }) =>
  fresh().findOneOrFail(FailedOrder, { checkout: checkoutId });
const sweepLater = async () =>
  sweepCheckouts(
    await payingContext({ actor: { kind: "system" }, clock: { now: () => new Date(Date.now() + 120_000) } }),
  );

describe("a capture that PayPal refuses with", () => {
  it.each(["TRANSACTION_REFUSED", "PAYER_CANNOT_PAY", "PAYEE_BLOCKED_TRANSACTION"])(
    "%s asks for another way to pay, keeps the cart and tells staff why",
    async (issue) => {
      const opened = await approved();
      await refuseCaptures(issue);
      expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({
        kind: "unpaid",
        message: PAYPAL_REFUSED,
      });
      const failed = await failedOrderOf(opened);
      expect(failed.errorMessage).toContain(issue);
      expect(plainFailureReason(failed.errorMessage)).not.toContain(issue);
      expect(await fresh().count(CartLine, { cart: opened.cartId })).toBe(1);
      expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    },
  );

  it("PAYER_ACTION_REQUIRED, like an order that was never approved, leads back to PayPal", async () => {
    const product = await makeProduct(context, { price: 2000 });
    const opened = await openPayPalCheckout(context, [{ product, quantity: 1 }]);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(backTo(opened));
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
    await approvePayPalOrder(opened.orderId);
    await refuseCaptures("PAYER_ACTION_REQUIRED");
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(backTo(opened));
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    await refuseCaptures(null);
    await approvePayPalOrder(opened.orderId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
  });

  it("ORDER_COMPLETION_IN_PROGRESS is waited for and looked up, and is never a failure", async () => {
    const opened = await approved();
    await refuseCaptures("ORDER_COMPLETION_IN_PROGRESS");
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "processing" });
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
    await refuseCaptures(null);
    await sweepLater();
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("ORDER_ALREADY_CAPTURED, since another request was faster, is looked up and becomes the order", async () => {
    const opened = await approved();
    const { fetch } = globalThis;
    let overtaken = false;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (url.endsWith("/capture") && !overtaken) {
        overtaken = true;
        const headers = new Headers(init.headers);
        headers.set("PayPal-Request-Id", "the other request");
        await fetch(url, { ...init, headers });
      }
      return fetch(url, init);
    });
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
    expect(overtaken).toBe(true);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("anything writes PayPal's debug id into the log", async () => {
    const opened = await approved();
    await refuseCaptures("PAYER_CANNOT_PAY");
    vi.stubEnv("LOG_LEVEL", "info");
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    await capturePayPalOrder(context, opened.orderId);
    const lines = written.mock.calls.map(([line]) => String(line));
    const line = lines.find((each) => each.includes("PayPal did not capture")) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({
      issue: "PAYER_CANNOT_PAY",
      debugId: expect.stringMatching(/^[0-9a-f]{13}$/),
      orderId: opened.orderId,
    });
  });
});

describe("a card that PayPal declined while the shop died, so that the shop never heard of it", () => {
  /** What the process that was killed had sent, and PayPal had refused. */
  async function declinedUnheard() {
    const opened = await approved("declined");
    const sent = captureAtPayPal(requirePayPal(context), opened.orderId, `${opened.orderId}-capture-0`);
    await expect(sent).rejects.toMatchObject({ issue: "INSTRUMENT_DECLINED" });
    return opened;
  }

  it("leads the payer back to PayPal and takes the other card that they choose there", async () => {
    const opened = await declinedUnheard();
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "approve" });
    await approvePayPalOrder(opened.orderId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("is finished by the sweeper when the payer chose another one and never came back", async () => {
    const opened = await declinedUnheard();
    await approvePayPalOrder(opened.orderId);
    await sweepLater();
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });

  it("leads back to PayPal once more when PayPal repeats its old refusal, and is not charged unasked", async () => {
    const opened = await approved();
    const refusal = { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "INSTRUMENT_DECLINED" }] };
    const { fetch } = globalThis;
    let repeated = 0;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (repeated > 0 || !url.endsWith("/capture")) return fetch(url, init);
      repeated += 1;
      return Response.json(refusal, { status: 422 });
    });
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(backTo(opened));
    await sweepLater();
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(1);
  });
});

describe("a declined card, whichever state PayPal leaves its order in", () => {
  afterEach(() => setPayPalBehaviour({}));

  it.each(["PAYER_ACTION_REQUIRED", "APPROVED"] as const)(
    "(%s) leads back to PayPal, is tried once for each yes, and is paid with another card",
    async (declinedOrder) => {
      await setPayPalBehaviour({ declinedOrder });
      const opened = await approved("declined");
      const back = {
        kind: "approve",
        url: expect.stringContaining(`/approve?token=${opened.orderId}`),
        message: expect.stringContaining("choose another"),
      };
      expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(back);
      expect(await failedOrderOf(opened)).toMatchObject({
        errorMessage: expect.stringContaining("INSTRUMENT_DECLINED"),
        resolvedAt: null,
      });
      await sweepLater();
      expect(payPalAttempts(opened.orderId)).toBe(1);
      await approvePayPalOrder(opened.orderId, "declined");
      expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(back);
      expect(payPalAttempts(opened.orderId)).toBe(2);
      await approvePayPalOrder(opened.orderId);
      expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(paid);
      expect((await failedOrderOf(opened)).resolvedAt).not.toBeNull();
    },
  );
});

it.each(["same", "new-try"] as const)(
  "a refusal that PayPal answers again as %s is told as one and charges nobody",
  async (repeatedRefusal) => {
    await setPayPalBehaviour({ repeatedRefusal });
    const opened = await approved("refused");
    const all = [1, 2, 3].map(() => capturePayPalOrder(context, opened.orderId));
    for (const outcome of await Promise.all(all)) {
      expect(["unpaid", "processing"]).toContain(outcome.kind);
    }
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({ kind: "unpaid" });
    expect(await fresh().count(Order, { checkout: opened.checkoutId })).toBe(0);
    await setPayPalBehaviour({});
  },
);

describe("an order that PayPal does not take any more", () => {
  afterEach(() => setPayPalBehaviour({}));

  const age = (orderId: string) => changeAtProviders(orderId, { created: "2026-01-01T00:00:00Z" });

  it("because it has expired is begun again", async () => {
    await setPayPalBehaviour({ expiredOrder: "ORDER_EXPIRED" });
    const opened = await approved();
    await age(opened.orderId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({
      kind: "unpaid",
      message: expect.stringContaining("press PayPal again"),
    });
    const next = await createPayPalOrder(context, opened.checkoutId);
    expect(next.id).not.toBe(opened.orderId);
    await approvePayPalOrder(next.id);
    expect(await capturePayPalOrder(context, next.id)).toMatchObject(paid);
  });

  it("because it is gone is told as not taken, and comes to rest", async () => {
    const opened = await approved();
    await age(opened.orderId);
    expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject({
      kind: "unpaid",
      message: expect.stringContaining("press PayPal again"),
    });
    const payment = await fresh().findOneOrFail(Payment, { providerSessionId: opened.orderId });
    expect(payment.status).toBe("cancelled");
    expect(await fresh().count(FailedOrder, { checkout: opened.checkoutId })).toBe(0);
  });
});

it("a payer whose card was declined is led back to PayPal even when PayPal cannot be asked just then", async () => {
  const opened = await approved("declined");
  const { fetch } = globalThis;
  let declined = false;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (declined) return new Response("{}", { status: 500 });
    declined = url.endsWith("/capture");
    return fetch(url, init);
  });
  expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(backTo(opened));
  vi.unstubAllGlobals();
  expect(await capturePayPalOrder(context, opened.orderId)).toMatchObject(backTo(opened));
});
