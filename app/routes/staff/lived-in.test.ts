import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dashboardTabs } from "#app/components/staff/dashboard-tabs.tsx";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import { findStaffOrder } from "#server/orders/staff-order-view.server.ts";
import { reconcile } from "#server/reports/reconcile.server.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { runTestSandbox, tellOfDemoPayments } from "#server/testing/sandbox.ts";
import { openDemoShop } from "#server/testing/users.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

/* What staff find on the first start of a demo shop (docs/rules.md#demo-1). */

await runTestSandbox();

const DAY = 24 * 60 * 60 * 1000;
const fresh = () => administrator.em.fork();

const administrator = await openDemoShop(await payingContext());
await tellOfDemoPayments();

/** Lists to choose from, which say nothing of what a tab shows. */
const choices = ["currencies", "periods", "months", "staff"];

/** Whether there is a list with something in it, anywhere in what a tab shows. */
function hasRows(shown: unknown): boolean {
  if (Array.isArray(shown)) return shown.length > 0;
  if (shown === null || typeof shown !== "object") return false;
  return Object.entries(shown).some(([name, value]) => !choices.includes(name) && hasRows(value));
}

describe("the demo shop on its first day", () => {
  it.each(dashboardTabs.map((tab) => [tab.key, tab]))("has something on the tab %s", async (_key, tab) => {
    const { queries } = queriesFor(administrator);
    const shown = await tab.load({ queries, search: new URLSearchParams() });
    expect(hasRows(shown)).toBe(true);
  });

  it.each([
    ["orders", "view=all&status=pending"],
    ["orders", "view=all&status=processing"],
    ["orders", "view=all&status=cancelled"],
    ["customers", "state=pending"],
    ["customers", "state=confirmed"],
    ["customers", "state=unsubscribed"],
    ["users", "status=suspended"],
    ["enquiries", "state=open"],
    ["enquiries", "state=answered"],
    ["emails", "state=sent"],
    ["emails", "state=failed"],
    ["audit", "area=orders"],
    ["audit", "area=products"],
    ["audit", "area=users"],
    ["audit", "area=enquiries"],
    ["audit", "area=api-keys"],
  ])("has something on the tab %s filtered by %s", async (key, filter) => {
    const tab = dashboardTabs.find((one) => one.key === key);
    const { queries } = queriesFor(administrator);
    const shown = await tab?.load({ queries, search: new URLSearchParams(filter) });
    expect(hasRows(shown)).toBe(true);
  });

  it("has orders to send from today and yesterday, a sold-out product and one that runs low", async () => {
    const [found] = await fresh().execute(
      `select (select count(*) from customer_order
                where status = 'processing' and created_at > now() - interval '2 days')::int as waiting,
              (select count(*) from product where stock_quantity = 0)::int as "soldOut",
              (select count(*) from product where stock_quantity between 1 and 5)::int as low,
              (select count(*) from dispute where status = 'needs_response')::int as disputes`,
    );
    expect(found).toEqual({ waiting: 11, soldOut: 1, low: 1, disputes: 1 });
  });

  it("counts as taken by hand only what was taken at the counter, and agrees with both providers", async () => {
    const [unpaid] = await fresh().execute(
      `select count(*)::int as count from customer_order bought where payment_method in ('stripe', 'paypal')
         and not exists (select from payment where provider = bought.payment_method
           and provider_payment_id = bought.transaction_id and amount_received = bought.total_amount and is_matched)`,
    );
    expect(unpaid).toEqual({ count: 0 });
    const period = { from: new Date(Date.now() - 29 * DAY), to: new Date() };
    const { differences } = await reconcile({ ...administrator, actor: { kind: "system" } }, period);
    expect(differences).toEqual([]);
  });

  it("has a credit note for each refund, in a series without gaps", async () => {
    const notes = await fresh().execute<{ number: string }[]>(
      `select note.number from refund left join correction_note note on note.refund_id = refund.id
        where refund.status = 'succeeded' order by note.number`,
    );
    expect(notes.length).toBeGreaterThan(1);
    expect(notes.map(({ number }) => number)).toEqual(
      notes.map((_, index) => `OXB-CN-${String(index + 1).padStart(6, "0")}`),
    );
  });

  it.each(["stripe", "paypal"] as const)(
    "lets staff refund an order that was paid by %s",
    async (provider) => {
      const [order] = await fresh().execute<{ id: number }[]>(
        "select id from customer_order where payment_method = ? and status = 'processing' order by id desc limit 1",
        [provider],
      );
      const orderId = order?.id ?? 0;
      const refund = {
        orderId,
        key: randomUUID(),
        amount: 100,
        seenRefunded: 0,
        reason: "A trial",
      };
      expect(await refundOrder(administrator, { ...refund })).toBe("succeeded");
      expect(await findStaffOrder(administrator, orderId)).toMatchObject({ refunded: 100 });
    },
  );

  it("queues no mail: nothing is ever sent to the people of the demo", async () => {
    const [jobs] = await fresh().execute(
      `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'send-email'
        and created_at < (select min(created_at) from refund where reason = 'A trial')`,
    );
    expect(jobs).toEqual({ count: 0 });
  });
});
