import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { actorMay } from "#server/access/roles.ts";
import { findLowStock } from "#server/catalogue/low-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { isUnmatched } from "#server/ledger/list-unmatched.server.ts";
import { isToPack } from "#server/orders/packing.server.ts";
import { MOST_COUNTED, type WorkCounts, type WorkKind, workKinds, workOf } from "./work-counts.ts";

/**
 * What is counted of each kind, by an index that holds little more than what waits. The stock is not among them: an
 * index of it would make every sale dearer, so its count is kept while no stock moves.
 */
const waiting: Record<Exclude<WorkKind, "lowStock">, string> = {
  // The order makes the database use the index of the status, where the oldest come first.
  toPack: `select from customer_order o where ${isToPack} order by o.created_at, o.id`,
  enquiries: "select from enquiry where answered_at is null",
  withdrawals: "select from withdrawal where closed_at is null",
  failedOrders: "select from failed_order where resolved_at is null",
  unmatchedPayments: `select from payment where ${isUnmatched}`,
};

const countsSchema = z.partialRecord(z.enum(workKinds), z.number());

/**
 * How much waits for somebody: one statement, of what whoever asks may see.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const countWork = read("dashboard.view", async (context: Context): Promise<WorkCounts> => {
  const seen = workKinds.filter((kind) => actorMay(context.actor, workOf(kind).permission));
  const columns = seen.flatMap((kind) =>
    kind === "lowStock"
      ? []
      : [`(select count(*)::int from (${waiting[kind]} limit ${MOST_COUNTED}) waiting) as "${kind}"`],
  );
  const [counts, low] = await Promise.all([
    columns.length === 0 ? {} : rawRow(context.em.fork(), countsSchema, `select ${columns.join(", ")}`),
    seen.includes("lowStock") ? findLowStock(context) : null,
  ]);
  return low ? { ...counts, lowStock: Math.min(low.count, MOST_COUNTED) } : counts;
});
