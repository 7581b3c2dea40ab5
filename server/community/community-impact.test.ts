import { describe, expect, it } from "vitest";
import { Order, Refund, User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { renewFigures } from "#server/orders/figures.server.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { refundOrder } from "#server/testing/ledger.ts";
import { achievements, co2OfSpending } from "./community.ts";
import { findCommunityImpact } from "./find-community-impact.server.ts";

const context = await testContext();
/** £100.00, so that each is worth 36 kg of CO2. */
const product = await makeProduct(context, { price: 10_000 });

const impact = async () => findCommunityImpact(await testContext());

/** An order of so many hundred pounds. */
function buy(email: string, hundreds: number, more: Partial<Parameters<typeof makeOrder>[1]> = {}) {
  return makeOrder(context, { customerEmail: email, lines: [{ product, quantity: hundreds }], ...more });
}

const giveBack = (order: Order, amount: number) => refundOrder(context, order, amount, "requested");

/** The sums over the rows themselves, by customer: what the stored sums must equal. */
async function truth() {
  return context.em.execute<{ email: string; orders: number; spent: number }[]>(
    `select lower(customer_email) as email, count(*)::int as orders, sum(total_amount - back)::float8 as spent
     from customer_order cross join lateral (
       select coalesce(sum(amount), 0) as back from refund where order_id = customer_order.id and status <> 'failed'
     ) given
     where paid_at is not null and status <> 'cancelled' and total_amount > back
     group by 1 order by spent desc, email`,
  );
}

async function expectTruth(): Promise<void> {
  const sums = await truth();
  const community = await impact();
  const spent = sums.reduce((sum, customer) => sum + customer.spent, 0);
  expect(community).toMatchObject({
    totalCO2Sequestered: co2OfSpending(spent),
    totalOrders: sums.reduce((sum, { orders }) => sum + orders, 0),
    totalCustomers: sums.length,
  });
  const holding = (pence: number) => sums.filter((customer) => customer.spent >= pence).length;
  expect(community.holders).toMatchObject({
    "earth-warrior": sums.length,
    "carbon-saver": holding(27_778),
    "climate-hero": holding(277_778),
    "loyal-supporter": sums.filter(({ orders }) => orders >= 5).length,
  });
}

it("is empty before the first order, and whole in its shape", async () => {
  expect(await impact()).toEqual({
    totalCO2Sequestered: 0,
    dailyImpact: 0,
    totalOrders: 0,
    totalCustomers: 0,
    leaderboard: [],
    holders: Object.fromEntries(achievements.map(({ id }) => [id, 0])),
  });
});

const changes: [string, () => Promise<unknown>][] = [
  ["an order", () => buy("first@example.com", 3)],
  [
    "another of the same customer, whose address is written in another way",
    () => buy("First@Example.com", 1),
  ],
  ["an order that nobody has paid", () => unpaid("later@example.com")],
  [
    "its payment",
    () => context.em.execute("update customer_order set paid_at = now() where paid_at is null"),
  ],
  [
    "a cancellation",
    async () => {
      const { id } = await buy("cancels@example.com", 40);
      await context.em.fork().nativeUpdate(Order, { id }, { status: "cancelled" });
    },
  ],
  ["part of the money back", async () => giveBack(await buy("part@example.com", 5), 10_000)],
  ["all of the money back", async () => giveBack(await buy("all@example.com", 5), 50_000)],
  [
    "money back that never arrived",
    async () => {
      const { id } = await giveBack(await buy("failed@example.com", 5), 50_000);
      await context.em.fork().nativeUpdate(Refund, { id }, { status: "failed" });
    },
  ],
  [
    "five small orders",
    async () => {
      for (let placed = 0; placed < 5; placed += 1) await buy("loyal@example.com", 1);
    },
  ],
  [
    "an address that is taken out of an order",
    () =>
      context.em.execute(
        "update customer_order set customer_email = 'erased-1@erased.invalid' where customer_email = 'part@example.com'",
      ),
  ],
];

async function unpaid(email: string): Promise<void> {
  const { id } = await buy(email, 2);
  await context.em.fork().nativeUpdate(Order, { id }, { paidAt: null });
}

describe("the sums are those of the rows at the next renewal after", () => {
  it.each(changes)("%s", async (_what, change) => {
    await change();
    await renewFigures(context);
    await expectTruth();
  });

  it("an order, which they leave out until then", async () => {
    const before = await impact();
    await buy("new@example.com", 1);
    expect(await impact()).toEqual(before);
    await renewFigures(context);
    await expectTruth();
  });

  it("however many look meanwhile: all customers are added up once for each renewal", async () => {
    const before = await impact();
    await buy("between@example.com", 1);
    await context.em.execute("refresh materialized view customer_impact");
    expect(await impact()).toMatchObject({ totalOrders: before.totalOrders, holders: before.holders });
    await renewFigures(context);
    await expectTruth();
  });
});

describe("the leaderboard", () => {
  it("has the ten highest by CO2, ranked, with their achievements", async () => {
    for (let made = 0; made < 12; made += 1) await buy(`board-${made}@example.com`, 60 + made);
    await buy("board-0@example.com", 100);
    await renewFigures(context);
    const { leaderboard } = await impact();
    expect(leaderboard.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(leaderboard.slice(0, 3).map((entry) => entry.totalCO2Sequestered)).toEqual([5760, 2556, 2520]);
    expect(leaderboard[0]?.achievements).toEqual([
      "earth-warrior",
      "carbon-saver",
      "eco-champion",
      "climate-hero",
      "earth-guardian",
      "green-champion",
    ]);
    expect(leaderboard[9]?.totalCO2Sequestered).toBe(63 * 36);
  });

  it("leaves out people on request: orders of the account, and earlier orders to its address", async () => {
    const total = (await impact()).totalCustomers;
    await buy("shy@example.com", 500);
    const shy = await makeUser(context, { email: "Shy@Example.com" });
    const account = await makeUser(context);
    await buy("elsewhere@example.com", 500, { customer: account });
    await renewFigures(context);
    const top = async () => (await impact()).leaderboard[0]?.totalCO2Sequestered;
    expect(await top()).toBe(18_000);
    const hide = (id: number) => context.em.fork().nativeUpdate(User, { id }, { showOnLeaderboard: false });
    await hide(shy.id);
    await hide(account.id);
    expect(await top()).toBe(5760);
    await context.em.fork().nativeUpdate(User, { id: shy.id }, { showOnLeaderboard: true });
    expect(await top()).toBe(18_000);
    await hide(shy.id);
    // Their part of the total stays.
    expect((await impact()).totalCustomers).toBe(total + 2);
  });

  it("never shows what is left of an erased account", async () => {
    await buy("erased-77@erased.invalid", 900);
    await renewFigures(context);
    expect((await impact()).leaderboard[0]?.totalCO2Sequestered).toBe(5760);
  });

  it("reads no large table whole: sums by their rank, orders by address", async () => {
    await renewFigures(context);
    await context.em.execute("analyze customer_impact, customer_order");
    const em = getOrm().em.fork();
    await em.transactional(async (inside) => {
      await inside.execute("set local enable_seqscan = off");
      const plan = await inside.execute<Record<string, string>[]>(
        "explain select email from customer_impact order by spent desc, email limit 10",
      );
      expect(JSON.stringify(plan)).toContain("customer_impact_rank_index");
      const orders = await inside.execute<Record<string, string>[]>(
        "explain select id from customer_order where lower(customer_email) = 'a@b.example'",
      );
      expect(JSON.stringify(orders)).toContain("order_email_index");
    });
  });
});
