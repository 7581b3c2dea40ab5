import { CarbonStatement, type Order } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { findVisitedOrder, type OrderVisitor, ownerId } from "#server/orders/own-orders.server.ts";
import { subjectOf } from "./credentials.server.ts";
import { reckonStatement } from "./reckon-statement.server.ts";
import type { StatementSubject } from "./statement-subject.ts";
import {
  carbonHeader,
  carbonRows,
  type HeldStatement,
  type YearOfCarbon,
  yearsOfCarbon,
} from "./years-of-carbon.ts";

/** The statement of an order as its page shows it; moments are ISO dates and times. */
export interface StatementView {
  invoiceNumber: string;
  storeName: string;
  storeAddress: string;
  /** The one that holds; null where there is none. */
  statement: { issuedAt: string; subject: StatementSubject } | null;
  /** Where none holds: when the last one was revoked, and why. */
  revoked: { at: string; because: string } | null;
  /** Where there never was one: what left, with why nothing of it is measured. */
  unmeasured: { product: string; because: string }[];
}

/**
 * The carbon statement of an order for those whose order it is, and for staff. @throws ShopError `not_found` for
 * everybody else
 */
export async function findStatement(context: Context, visitor: OrderVisitor): Promise<StatementView> {
  const order = await theirOrder(context, visitor);
  const last = await lastStatement(context, order);
  const holds = last && !last.revokedAt ? last : null;
  return {
    invoiceNumber: order.invoiceNumber,
    storeName: context.settings.storeName,
    storeAddress: context.settings.storeAddress,
    statement: holds && { issuedAt: holds.issuedAt.toISOString(), subject: subjectOf(holds.credential) },
    revoked: last?.revokedAt ? { at: last.revokedAt.toISOString(), because: last.revokedBecause } : null,
    unmeasured: last ? [] : await whatIsUnmeasured(context, order),
  };
}

/** The credential that holds, as it was signed. @throws ShopError `not_found`, also where the order has none */
export async function findCredential(
  context: Context,
  visitor: OrderVisitor,
): Promise<{ invoiceNumber: string; credential: string }> {
  const order = await theirOrder(context, visitor);
  const last = await lastStatement(context, order);
  if (!last || last.revokedAt) throw new ShopError("not_found", "This order has no carbon statement");
  return { invoiceNumber: order.invoiceNumber, credential: last.credential };
}

async function theirOrder(context: Context, visitor: OrderVisitor): Promise<Order> {
  const order = await findVisitedOrder(context, visitor, "orders.view");
  if (!order) throw new ShopError("not_found", "Carbon statement not found");
  return order;
}

/** The one that holds is the newest: it is issued after the one before was revoked. */
async function lastStatement({ em }: Context, { id }: Order): Promise<CarbonStatement | undefined> {
  const [last] = await em.fork().find(CarbonStatement, { order: id }, { orderBy: { id: "desc" }, limit: 1 });
  return last;
}

async function whatIsUnmeasured(context: Context, order: Order): Promise<StatementView["unmeasured"]> {
  const reckoned = await reckonStatement(context.em.fork(), order);
  return (reckoned?.subject.lines ?? []).flatMap((line) =>
    "notMeasured" in line ? [{ product: line.product, because: line.notMeasured }] : [],
  );
}

/** Read at a time. */
const BATCH = 200;

/** What the signed-in person's own orders store, year by year. @throws ShopError `unauthenticated` */
export async function findOwnCarbon(context: Context): Promise<YearOfCarbon[]> {
  const all: HeldStatement[] = [];
  for await (const some of ownStatements(context)) all.push(...some);
  return yearsOfCarbon(all);
}

/** The same line by line as CSV, of one year where it is named. @throws ShopError `unauthenticated` */
export async function exportOwnCarbon(context: Context, year?: number): Promise<AsyncIterable<string>> {
  ownerId(context);
  return csvPieces(carbonHeader, rowsOf(ownStatements(context), year));
}

async function* rowsOf(batches: AsyncIterable<HeldStatement[]>, year?: number) {
  for await (const some of batches) yield carbonRows(some, year);
}

/** Those that hold, the first first. */
async function* ownStatements(context: Context): AsyncGenerator<HeldStatement[]> {
  const customer = ownerId(context);
  let after = 0;
  for (;;) {
    const found = await context.em
      .fork()
      .find(
        CarbonStatement,
        { id: { $gt: after }, order: { customer }, revokedAt: null },
        { orderBy: { id: "asc" }, limit: BATCH },
      );
    yield found.map(({ issuedAt, credential }) => ({
      issuedAt: issuedAt.toISOString(),
      subject: subjectOf(credential),
    }));
    after = found.at(-1)?.id ?? after;
    if (found.length < BATCH) return;
  }
}
