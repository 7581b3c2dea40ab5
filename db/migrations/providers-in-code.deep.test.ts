import { expect, it } from "vitest";
import { withOldDatabase } from "#server/testing/old-database.ts";

/** The last schema that knew the payment providers by name. */
const BEFORE = "Migration20261123044000";

it("a day that was added up before keeps what came through each provider", () =>
  withOldDatabase(BEFORE, async ({ run, upgrade }) => {
    const others = [3, 500, 1, 20, 30, 40, 1, 50, 60, 1, 0];
    for (const [day, stripe, paypal] of [
      ["2026-11-01", 1234, 0],
      ["2026-11-02", 10_000_000_000, 4321],
    ]) {
      await run(
        `insert into ledger_day (day, stripe, paypal, payments, kept, orders, refunded, disputed, unmatched,
           unmatched_payments, refunds_made, by_hand, orders_by_hand, foreign_payments)
         values ($1, $2, $3, ${others.join(", ")})`,
        [day, stripe, paypal],
      );
    }
    await upgrade();
    expect(await run("select to_char(day, 'DD') as day, received, kept::int from ledger_day order by day")).toEqual(
      [
        { day: "01", received: { stripe: 1234, paypal: 0 }, kept: 500 },
        { day: "02", received: { stripe: 10_000_000_000, paypal: 4321 }, kept: 500 },
      ],
    );
  }));
