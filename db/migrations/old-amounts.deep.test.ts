import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

it("amounts that an older version wrote down a hundredfold are put right: yen have no hundredths at PayPal", () =>
  withOldDatabase("Migration20261122153940", async ({ run, upgrade }) => {
    for (const [provider, currency, amount] of [
      ["paypal", "jpy", 100_000],
      ["paypal", "eur", 4566],
      ["stripe", "jpy", 1000],
    ]) {
      const id = randomUUID();
      await run(
        "insert into checkout (id, status, total_amount, currency, payment_method) values ($1, 'expired', $2, $3, $4)",
        [id, amount, currency, provider],
      );
      const [payment] = await run<{ id: number }>(
        `insert into payment (checkout_id, provider, provider_payment_id, amount, amount_received, currency, status)
         values ($1, $2, $3, $4, $4, $5, 'succeeded') returning id`,
        [id, provider, randomUUID(), amount, currency],
      );
      await run(
        `insert into refund (key, payment_id, amount, reason, source, status, restock)
         values ($1, $2, $3, 'Test', 'provider', 'succeeded', '[]')`,
        [randomUUID(), payment?.id, Number(amount) / 2],
      );
    }
    await upgrade();
    const rows = await run(
      `select payment.amount, payment.amount_received as received, refund.amount as refunded,
              checkout.total_amount as total
         from payment join refund on refund.payment_id = payment.id
         join checkout on checkout.id = payment.checkout_id order by payment.id`,
    );
    expect(rows).toEqual([
      { amount: 1000, received: 1000, refunded: 500, total: 1000 },
      { amount: 4566, received: 4566, refunded: 2283, total: 4566 },
      { amount: 1000, received: 1000, refunded: 500, total: 1000 },
    ]);
  }));
