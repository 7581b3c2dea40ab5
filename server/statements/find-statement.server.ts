import { CarbonStatement, type Order } from "#db/entities/index.ts";
import type { CreditStatus } from "#server/batches/batch.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, inBatches } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { findVisitedOrder, type OrderVisitor, ownerId } from "#server/orders/own-orders.server.ts";
import { isMeasured } from "./carbon-method.ts";
import { subjectOf } from "./credentials.server.ts";
import type { MeasuredLine, StatementSubject } from "./statement-credential.ts";
import { calculateStatement } from "./update-statement.server.ts";

/**
 * The carbon statement of an order for those whose order it is, and for staff. @throws ShopError `not_found` for
 * everybody else
 */
export async function findStatement(context: Context, visitor: OrderVisitor) {
  const order = await theirOrder(context, visitor);
  const last = await lastStatement(context, order);
  const holds = last && !last.revokedAt ? last : null;
  return {
    invoiceNumber: order.invoiceNumber,
    storeName: context.settings.storeName,
    storeAddress: context.settings.storeAddress,
    /** The one that holds; null where there is none. */
    statement: holds && { issuedAt: holds.issuedAt.toISOString(), subject: subjectOf(holds.credential) },
    /** Where none holds: when the last one was revoked, and why. */
    revoked: last?.revokedAt ? { at: last.revokedAt.toISOString(), because: last.revokedBecause } : null,
    /** Where there never was one: what left, with why nothing of it is measured. */
    unmeasured: last ? [] : await whatIsUnmeasured(context, order),
  };
}

/** The statement of an order as its page shows it; moments are ISO dates and times. */
export type StatementView = Awaited<ReturnType<typeof findStatement>>;

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

async function whatIsUnmeasured(context: Context, order: Order) {
  const calculated = await calculateStatement(context.em.fork(), order);
  return (calculated?.subject.lines ?? []).flatMap((line) =>
    "notMeasured" in line ? [{ product: line.product, because: line.notMeasured }] : [],
  );
}

/** Read at a time. */
const BATCH = 200;

/** What the signed-in person's own orders store, year by year. @throws ShopError `unauthenticated` */
export async function findOwnCarbon(context: Context): Promise<YearOfCarbon[]> {
  const all: IssuedStatement[] = [];
  for await (const some of ownStatements(context)) all.push(...some);
  return yearsOfCarbon(all);
}

/** The same line by line as CSV, of one year where it is named. @throws ShopError `unauthenticated` */
export async function exportOwnCarbon(context: Context, year?: number): Promise<AsyncIterable<string>> {
  return csvPieces(Object.keys(carbonColumns), rowsOf(ownStatements(context), year));
}

async function* rowsOf(batches: AsyncIterable<IssuedStatement[]>, year?: number) {
  for await (const some of batches) yield carbonRows(some, year);
}

/** Those that hold, the first first. */
function ownStatements(context: Context): AsyncGenerator<IssuedStatement[]> {
  const customer = ownerId(context);
  return inBatches(
    BATCH,
    (after = 0) =>
      context.em
        .fork()
        .find(
          CarbonStatement,
          { id: { $gt: after }, order: { customer }, revokedAt: null },
          { orderBy: { id: "asc" }, limit: BATCH },
        ),
    ({ issuedAt, credential }) => ({ issuedAt: issuedAt.toISOString(), subject: subjectOf(credential) }),
  );
}

/** A statement that holds, as the sums of a year need it. */
interface IssuedStatement {
  /** ISO date and time. */
  issuedAt: string;
  subject: StatementSubject;
}

/** What a buyer's orders store that left in one calendar year; grams of CO2. */
export interface YearOfCarbon {
  year: number;
  gramsStored: number;
  /** The same by whose it is to claim. */
  byClaim: Record<CreditStatus, number>;
  /** Grams of biochar. */
  grams: number;
  orders: { invoiceNumber: string; leftOn: string; gramsStored: number }[];
}

/** The sums of each year in which something left, the newest first. */
function yearsOfCarbon(statements: readonly IssuedStatement[]): YearOfCarbon[] {
  const years = new Map<number, YearOfCarbon>();
  for (const { subject } of statements) {
    const year = yearOf(subject);
    const sums = years.get(year) ?? emptyYear(year);
    years.set(year, sums);
    const { invoiceNumber, leftOn, gramsStored } = subject;
    sums.gramsStored += gramsStored;
    sums.orders.push({ invoiceNumber, leftOn, gramsStored });
    for (const line of subject.lines.filter(isMeasured)) {
      sums.grams += line.grams;
      sums.byClaim[line.claim] += line.gramsStored;
    }
  }
  return [...years.values()].sort((one, other) => other.year - one.year);
}

function emptyYear(year: number): YearOfCarbon {
  const byClaim = { issued: 0, not_issued: 0, not_assessed: 0 };
  return { year, gramsStored: 0, byClaim, grams: 0, orders: [] };
}

/** The calendar year in which the last of an order left. */
function yearOf({ leftOn }: StatementSubject): number {
  return Number(leftOn.slice(0, 4));
}

/** The columns of the file, each with what stands in it of a measured line. */
const carbonColumns: Record<string, (issued: IssuedStatement, line: MeasuredLine) => string | number> = {
  year: ({ subject }) => yearOf(subject),
  invoiceNumber: ({ subject }) => subject.invoiceNumber,
  leftOn: ({ subject }) => subject.leftOn,
  issuedAt: ({ issuedAt }) => issuedAt,
  product: (_, { product }) => product,
  quantity: (_, { quantity }) => quantity,
  batch: (_, { batch }) => batch,
  kilograms: (_, { grams }) => grams / 1000,
  kilogramsOfCo2Stored: (_, { gramsStored }) => gramsStored / 1000,
  claim: (_, { claimSentence }) => claimSentence,
  method: ({ subject: { method } }) => `${method.name}, version ${method.version}`,
};

/** A row for each measured line, those of one year alone where it is named. */
function carbonRows(statements: readonly IssuedStatement[], year?: number): (string | number)[][] {
  return statements
    .filter(({ subject }) => year === undefined || yearOf(subject) === year)
    .flatMap((issued) =>
      issued.subject.lines
        .filter(isMeasured)
        .map((line) => Object.values(carbonColumns).map((cellOf) => cellOf(issued, line))),
    );
}
