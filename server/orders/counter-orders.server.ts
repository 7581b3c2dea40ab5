import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { AuditEntry, Order, User } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { STAFF_IDLE_MS } from "#server/accounts/sessions.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { productsByName, readProductRows, soldViewsOf } from "#server/catalogue/product-rows.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { optionalRowId } from "#server/core/fields.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { displayLongMoment } from "#server/core/shop-time.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { codeOf, currencyName, formatMoney, type Pence } from "#server/pricing/money.ts";
import type { Totals } from "#server/pricing/totals.ts";
import { vatModeOf, vatRateOf } from "#server/settings/store-settings.ts";
import { type CounterLine, lockRetryKey, placeStaffOrder } from "./create-staff-order.server.ts";
import type { CounterOrder } from "./order.schema.ts";
import { orderCommands } from "./order-commands.ts";

/** A browser whose clock says that an order is older than this is wrong about it. */
const OLDEST_DAYS = 31;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What an order of the counter came to. */
interface SentOrder {
  invoiceNumber: string;
  totalAmount: Pence;
  /** False when it had been sent before. */
  created: boolean;
}

/**
 * Takes in an order that was taken at the counter without a connection (docs/decisions/074). Nothing of it is changed
 * silently: it has the prices that the customer was told, or it is refused. However often it is sent, its retry key makes
 * one order. @throws ShopError as `createStaffOrder`; `conflict` for other prices than were told, naming the lines (as
 * `items[0].told`) and `toldTotal`, and for an order that was discarded
 */
export const sendCounterOrder = command(
  orderCommands.sendCounter,
  async (context, input): Promise<SentOrder> => {
    const { takenAt, takenBy, beyondStock, ...order } = input;
    const { orderId, created } = await placeStaffOrder(
      context,
      { ...order, payLater: false },
      {
        at: believableTime(takenAt, context.clock.now()),
        by: await nameOfTaker(context, takenBy),
        beyondStock,
        check: async (em, lines, totals) => {
          await assertNotDiscarded(em, input.retryKey);
          assertSamePrices(context, input, lines, totals);
        },
      },
    );
    const { invoiceNumber, totalAmount } = await context.em.fork().findOneOrFail(Order, orderId);
    return { invoiceNumber, totalAmount, created };
  },
);

/**
 * Writes down that an order of the counter is not to be sent, and why. One that reached the shop after all stays, and is
 * named.
 */
export const discardCounterOrder = command(
  orderCommands.discardCounter,
  async (context, input): Promise<{ invoiceNumber: string | null }> =>
    inTransaction(context.em, async (em) => {
      const { retryKey, reason, toldTotal, takenAt } = input;
      await lockRetryKey(em, retryKey);
      const order = await em.findOne(Order, { retryKey });
      if (order) return { invoiceNumber: order.invoiceNumber };
      if (await isDiscarded(em, retryKey)) return { invoiceNumber: null };
      const takenBy = await nameOfTaker(context, input.takenBy);
      await recordChange(em, context, {
        area: "orders",
        action: DISCARDED,
        subjectId: retryKey,
        subjectName: `Order of the counter, ${displayLongMoment(takenAt)}`,
        after: { reason, totalAmount: toldTotal, ...(takenBy ? { takenBy } : {}) },
      });
      return { invoiceNumber: null };
    }),
);

const DISCARDED = "discarded";

async function isDiscarded(em: EntityManager, retryKey: string): Promise<boolean> {
  const entry = { area: "orders", subjectId: retryKey, action: DISCARDED } as const;
  return (await em.count(AuditEntry, entry)) > 0;
}

/** A request that was under way when the order was discarded comes too late. */
async function assertNotDiscarded(em: EntityManager, retryKey: string): Promise<void> {
  if (await isDiscarded(em, retryKey)) throw new ShopError("conflict", "This order was discarded.");
}

/** When it was taken, as the browser says, unless its clock must be wrong. */
function believableTime(takenAt: Date, now: Date): Date {
  const isTooOld = now.getTime() - takenAt.getTime() > OLDEST_DAYS * DAY_MS;
  return isTooOld || takenAt > now ? now : takenAt;
}

/** Who took it; null where the sender did. */
async function nameOfTaker({ em, actor }: Context, takenBy: CounterOrder["takenBy"]): Promise<string | null> {
  if (!takenBy || (actor.kind === "user" && actor.id === takenBy)) return null;
  const user = await em
    .fork()
    .findOne(User, { id: takenBy, role: { $ne: "customer" } }, { fields: ["name"] });
  return user?.name ?? null;
}

function assertSamePrices(
  { settings }: Context,
  { items, toldTotal, currency = settings.currency }: CounterOrder,
  lines: readonly CounterLine[],
  { total }: Totals,
): void {
  const money = (amount: Pence) => formatMoney(amount, codeOf(settings.currency));
  const fields: Record<string, string[]> = {};
  if (currency !== settings.currency) {
    const message = `The customer was told ${formatMoney(toldTotal, currency)}; the shop sells in ${currencyName(settings.currency)} now.`;
    throw new ShopError("conflict", message, { fields: { toldTotal: [message] } });
  }
  for (const [index, { unitPrice, productName }] of lines.entries()) {
    const told = items[index]?.told ?? unitPrice;
    if (told === unitPrice) continue;
    fields[`items[${index}].told`] = [
      `${productName} costs ${money(unitPrice)} now; the customer was told ${money(told)}.`,
    ];
  }
  if (total !== toldTotal) {
    fields.toldTotal = [`The order comes to ${money(total)} now; the customer was told ${money(toldTotal)}.`];
  }
  const messages = Object.values(fields).flat();
  if (messages.length > 0) throw new ShopError("conflict", messages.join(" "), { fields });
}

const PAGE = 500;
/** The accounts with prices of their own; a shop with more finds the rest when it has a connection. */
const MOST_CUSTOMERS = 1000;

/** The products after this one; from the first on without it. */
export const counterSheetSchema = z.object({ after: optionalRowId });

/**
 * What the counter needs to sell without a connection, a page of products at a time: their prices, and with the first page the rules of
 * the shop, who asks, and the customers with prices of their own (nobody else's details leave the shop for a device).
 */
export const readCounterSheet = read(
  ["orders.create", "products.view", "customers.view"],
  async (context: Context, { after }: z.output<typeof counterSheetSchema>) => {
    const rows = await productsByName(typedSql(context.em), readProductRows, {
      conditions: [condition`archived_at is null`],
      search: "",
      after,
      limit: PAGE + 1,
    });
    const products = soldViewsOf(context, rows.slice(0, PAGE)).map((product) => ({
      id: product.id,
      name: product.name,
      currentPrice: product.currentPrice,
      priceSteps: product.priceSteps.map(({ minQuantity, price, tradeList }) => ({
        minQuantity,
        price,
        tradeList,
      })),
      taxRate: vatRateOf(context.settings, product.taxRate),
      /** As it was then: a hint. */
      stockQuantity: product.stockQuantity,
    }));
    /** The id after which the next page begins; null on the last one. */
    const next = rows.length > PAGE ? (products.at(-1)?.id ?? null) : null;
    if (after !== undefined) return { products, next, first: null };
    return {
      products,
      next,
      first: { rules: rulesOf(context), customers: await findTradeCustomers(context) },
    };
  },
);

/** A product as the counter keeps it. */
export type CounterProduct = Awaited<ReturnType<typeof readCounterSheet>>["products"][number];

/** What the shop says of itself and of who asks, with its clock in milliseconds. */
export type CounterRules = ReturnType<typeof rulesOf>;

/** Who asks. What they take is sent by itself only as long as this session of theirs lasts. */
export type CounterPerson = NonNullable<CounterRules["person"]>;

function rulesOf({ settings, actor, clock }: Context) {
  const at = clock.now().getTime();
  return {
    at,
    /** When the session of who asks ends by itself without another use. */
    until: at + STAFF_IDLE_MS,
    person:
      actor.kind === "user"
        ? { id: actor.id, name: actor.name, role: actor.role, session: actor.sessionId }
        : null,
    storeName: settings.storeName,
    currency: settings.currency,
    vatMode: vatModeOf(settings),
    taxEnabled: settings.taxEnabled,
    taxLabel: settings.taxLabel,
  };
}

function findTradeCustomers({ em }: Context) {
  return typedSql(em)
    .selectFrom("user_account")
    .where(condition`trade_list_code is not null and erased_at is null and is_active`)
    .orderBy("name")
    .orderBy("id")
    .limit(MOST_CUSTOMERS)
    .select(["id", "name", "email", "phone", "address", "city", "postcode", "trade_list_code as tradeList"])
    .execute();
}
