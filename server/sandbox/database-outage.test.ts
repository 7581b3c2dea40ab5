import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";
import { openCheckout, openPayPalCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { GOOD_CARD, runTestSandbox } from "#server/testing/sandbox.ts";

runTestSandbox();

/** Another client of the same database. */
const other = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
afterAll(() => other.end());

const SHOP = "http://127.0.0.1:3000";

/** The requests of a paying shopper, by name. Each can be repeated. */
const requests = {
  "an approval at PayPal": async () => {
    const { context, lines } = await goods();
    const { orderId } = await openPayPalCheckout(context, lines);
    const address = `${SHOP}/sandbox/paypal/approve?token=${orderId}`;
    const body = new URLSearchParams({ answer: "paid" });
    return {
      payment: orderId,
      send: () => passToSandbox(new Request(address, { method: "POST", body })),
    };
  },
  "a card form": async () => {
    const { context, lines } = await goods();
    const { clientSecret, paymentIntentId } = await openCheckout(context, lines);
    const body = JSON.stringify({
      client_secret: clientSecret,
      card: { number: GOOD_CARD, exp: "12/40", cvc: "123" },
    });
    const address = `${SHOP}/sandbox/stripe/payment_intents/${paymentIntentId}/confirm`;
    const headers = { "Content-Type": "application/json" };
    return {
      payment: paymentIntentId,
      send: () => passToSandbox(new Request(address, { method: "POST", headers, body })),
    };
  },
};

async function goods() {
  const context = await payingContext();
  return { context, lines: [{ product: await makeProduct(context, { price: 2000 }), quantity: 1 }] };
}

/**
 * Sends a request that waits for a lock, until PostgreSQL ends its statement (`pg_cancel_backend`, with the code of a
 * timeout) or its connection (`pg_terminate_backend`).
 */
async function cutOff(
  send: () => Promise<Response>,
  lock: { statement: string; values?: unknown[] },
  how: "pg_cancel_backend" | "pg_terminate_backend",
): Promise<Response> {
  const holder = await other.connect();
  try {
    await holder.query("begin");
    await holder.query(lock.statement, lock.values);
    let isAnswered = false;
    const response = send().finally(() => {
      isAnswered = true;
    });
    // Repeat: others, such as event delivery, may wait for the lock, too.
    while (!isAnswered) {
      await other.query(
        `select ${how}(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%sandbox.object%'`,
      );
      await wait(20);
    }
    return await response;
  } finally {
    await holder.query("rollback");
    holder.release();
  }
}

const rowOf = (id: string) => ({
  statement: "select id from sandbox.object where id = $1 for update",
  values: [id],
});
const wholeTable = { statement: "lock table sandbox.object in access exclusive mode" };

describe.each(["an approval at PayPal", "a card form"] as const)("%s", (name) => {
  it.each(["pg_cancel_backend", "pg_terminate_backend"] as const)(
    "that the database does not let through is to be sent again, by %s",
    async (how) => {
      const { payment, send } = await requests[name]();
      for (const lock of [wholeTable, rowOf(payment)]) {
        const refused = await cutOff(send, lock, how);
        expect(refused.status).toBe(503);
        expect(refused.headers.get("retry-after")).toBe("5");
      }
      const paid = await send();
      expect(paid.status).toBeLessThan(400);
    },
  );
});

describe("a repetition, since the first answer was lost", () => {
  it("of an approval leads back to the shop like the first", async () => {
    const { send } = await requests["an approval at PayPal"]();
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(303);
    expect(first.headers.get("location")).toContain("/checkout-success?");
    expect(second.status).toBe(303);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });

  it("of a card form names the intent that has been paid, as Stripe does", async () => {
    const { payment, send } = await requests["a card form"]();
    expect(await (await send()).json()).toMatchObject({
      paymentIntent: { id: payment, status: "succeeded" },
    });
    const second = await send();
    expect(second.status).toBe(400);
    expect(await second.json()).toMatchObject({
      error: { payment_intent: { id: payment, status: "succeeded" } },
    });
  });
});
