import { LockMode } from "@mikro-orm/postgresql";
import { Order, OrderLine, UseStatement } from "#db/entities/index.ts";
import { holdsBiochar } from "#server/batches/biochar-products.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { findVisitedOrder, type OrderVisitor } from "#server/orders/own-orders.server.ts";
import { type BiocharUse, useWords } from "./biochar-uses.ts";
import type { PlacedUse } from "./use.schema.ts";

const GRAMS_PER_TONNE = 1_000_000;

/** What the page of the question shows; moments are ISO dates. */
export interface UseQuestion {
  invoiceNumber: string;
  /** When it was ordered, as ISO date and time. */
  createdAt: string;
  isStated: boolean;
  use: BiocharUse | null;
  usedAs: string;
  outwardCode: string | null;
  appliedOn: string | null;
  tonnes: number | null;
  /** Asked for after a pallet: where, when and how much. */
  asksForPlace: boolean;
  /** The last day that can be named. */
  today: string;
}

/**
 * The question for those whose order it is, and for staff. @throws ShopError `not_found` for everybody else, and where
 * the order holds no biochar
 */
export async function findUseQuestion(context: Context, visitor: OrderVisitor): Promise<UseQuestion> {
  const { order, stated } = await readStated(context, visitor);
  return {
    invoiceNumber: order.invoiceNumber,
    createdAt: order.createdAt.toISOString(),
    isStated: Boolean(stated?.use),
    use: stated?.use ?? null,
    usedAs: stated?.usedAs ?? "",
    outwardCode: stated?.outwardCode ?? null,
    appliedOn: stated?.appliedOn ?? null,
    tonnes: stated?.gramsApplied ? stated.gramsApplied / GRAMS_PER_TONNE : null,
    asksForPlace: Boolean(stated?.askedAgainAt),
    today: shopDay(context.clock.now()),
  };
}

/**
 * Keeps what a buyer says; the last answer counts. @throws ShopError `not_found` as `findUseQuestion`;
 * `validation_failed` beside the day when it has not come yet or was before the order, or beside the use
 * when staff have weighed it
 */
export async function stateUse(context: Context, visitor: OrderVisitor, said: PlacedUse): Promise<void> {
  const { order } = await readStated(context, visitor);
  const now = context.clock.now();
  refuseOtherDays(said.appliedOn, { from: shopDay(order.createdAt), until: shopDay(now) });
  await inTransaction(context.em, async (em) => {
    // Two presses take turns here.
    const locked = await em.findOneOrFail(Order, order.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = await em.findOne(UseStatement, { order: order.id });
    if (before?.truckArrivalKilograms) throw weighed();
    const statement = before ?? em.create(UseStatement, { order: order.id });
    const isNew = before?.use !== said.use;
    statement.use = said.use;
    statement.usedAs = said.use === "other" ? said.usedAs : "";
    statement.statedAt = now;
    statement.outwardCode = said.outwardCode ?? statement.outwardCode ?? null;
    statement.appliedOn = said.appliedOn ?? statement.appliedOn ?? null;
    if (said.tonnes) statement.gramsApplied = Math.round(said.tonnes * GRAMS_PER_TONNE);
    if (isNew) {
      addOrderEvent(em, context, {
        order: locked,
        kind: "use_stated",
        message: `Use of the biochar stated: ${useWords[said.use].choice}`,
      });
    }
  });
}

/** Registries pay by what a weighbridge proves: a buyer's words do not change it. */
function weighed(): ShopError {
  const message = "This was weighed already: please write to us if anything is wrong";
  return new ShopError("validation_failed", message, { fields: { use: [message] } });
}

async function readStated(context: Context, visitor: OrderVisitor) {
  const order = await findVisitedOrder(context, visitor, "evidence.record");
  if (!order) throw new ShopError("not_found", "Order not found");
  const em = context.em.fork();
  const lines = await em.find(OrderLine, { order: order.id });
  const isBiochar = await holdsBiochar(
    em,
    lines.map(({ product }) => product.id),
  );
  if (!isBiochar) throw new ShopError("not_found", "There is no biochar in this order");
  return { order, stated: await em.findOne(UseStatement, { order: order.id }) };
}

function refuseOtherDays(day: string | undefined, { from, until }: { from: string; until: string }): void {
  if (!day || (day >= from && day <= until)) return;
  const message = day > until ? "This day has not come yet" : "This was before the order";
  throw new ShopError("validation_failed", message, { fields: { appliedOn: [message] } });
}
