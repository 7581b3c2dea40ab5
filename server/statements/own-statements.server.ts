import { CarbonStatement } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import { ownerId } from "#server/orders/own-orders.server.ts";
import { subjectOf } from "./read-credential.server.ts";
import {
  carbonHeader,
  carbonRows,
  type HeldStatement,
  type YearOfCarbon,
  yearsOfCarbon,
} from "./years-of-carbon.ts";

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
