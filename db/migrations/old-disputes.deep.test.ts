import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema in which a dispute knew only what it had cost beside the refunds of its payment. */
const BEFORE = "Migration20261122174500";

it("a dispute of before knows what its provider took for it, and costs what it did", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const dispute = async (provider: string, status: string, lost: number, refunded: number) => {
      const checkout = randomUUID();
      await run("insert into checkout (id, status, total_amount) values ($1, 'paid', 5000)", [checkout]);
      const [payment] = await run<{ id: number }>(
        `insert into payment (checkout_id, provider, provider_payment_id, status, amount, amount_received)
         values ($1, $2, $3, 'succeeded', 5000, 5000) returning id`,
        [checkout, provider, randomUUID()],
      );
      const opened = "2026-11-02T12:00:00Z";
      await run(
        `insert into dispute (provider, provider_dispute_id, payment_id, amount, amount_lost, reason, status, opened_at)
         values ($1, $2, $3, 5000, $4, 'other', $5, $6)`,
        [provider, randomUUID(), payment?.id, lost, status, opened],
      );
      if (refunded > 0) {
        await run(
          `insert into refund (payment_id, key, amount, reason, source, status, restock, created_at)
           values ($1, $2, $3, 'Elsewhere', 'provider', 'succeeded', '[]', '2026-11-03T12:00:00Z')`,
          [payment?.id, randomUUID(), refunded],
        );
      }
    };
    await dispute("stripe", "lost", 0, 5000);
    await dispute("stripe", "won", 0, 0);
    await dispute("paypal", "lost", 500, 2500);
    await dispute("paypal", "needs_response", 0, 1000);
    await upgrade();
    expect(await run("select amount_lost, amount_taken from dispute order by id")).toEqual([
      { amount_lost: 0, amount_taken: 5000 },
      { amount_lost: 0, amount_taken: 0 },
      { amount_lost: 500, amount_taken: 3000 },
      { amount_lost: 0, amount_taken: 0 },
    ]);
  }));
