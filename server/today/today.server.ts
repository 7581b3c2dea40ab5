import { sql } from "kysely";
import { read } from "#server/access/read.server.ts";
import { actorMay } from "#server/access/roles.ts";
import { findLowStock } from "#server/catalogue/low-stock.server.ts";
import type { Context } from "#server/core/context.ts";
import { condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { listFailedOrders } from "#server/orders/failed-orders.server.ts";
import { ordersOf } from "#server/orders/order-views.server.ts";
import { isToPack } from "#server/orders/packing.server.ts";
import { findOpenWithdrawals } from "#server/orders/withdrawals.server.ts";
import { findWaitedFor } from "#server/stock-alerts/count-waiting.server.ts";
import { readTakings } from "./takings.server.ts";
import type { Today, WaitingEnquiry, WaitingOrder } from "./today-view.ts";
import { countWork } from "./work-counts.server.ts";
import { type WorkKind, workOf } from "./work-counts.ts";

/** So many of each are named; the list behind the number has the others. */
const NAMED = 5;

/**
 * What waits today, and what was taken: of all this only what whoever asks may see.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const readToday = read("dashboard.view", async (context: Context): Promise<Today> => {
  const sees = (kind: WorkKind) => actorMay(context.actor, workOf(kind).permission);
  return {
    now: context.clock.now().toISOString(),
    counts: await countWork(context),
    toPack: sees("toPack") ? await oldestToPack(context) : null,
    enquiries: sees("enquiries") ? await oldestEnquiries(context) : null,
    withdrawals: sees("withdrawals") ? await findOpenWithdrawals(context) : null,
    failedOrders: sees("failedOrders") ? await listFailedOrders(context, NAMED) : null,
    lowStock: sees("lowStock") ? await findLowStock(context) : null,
    waitedFor: sees("lowStock") ? await findWaitedFor(context, NAMED) : null,
    takings: actorMay(context.actor, "reports.view") ? await readTakings(context) : null,
  };
});

function oldestToPack({ em }: Context): Promise<WaitingOrder[]> {
  return ordersOf(em.fork())
    .where(condition`${sql.raw(isToPack)}`)
    .orderBy("o.created_at")
    .orderBy("o.id")
    .limit(NAMED)
    .select((o) => [
      "o.id",
      "o.invoice_number as invoiceNumber",
      "o.customer_name as customerName",
      isoTime(o.ref("o.created_at")).as("createdAt"),
    ])
    .execute();
}

function oldestEnquiries({ em }: Context): Promise<WaitingEnquiry[]> {
  return typedSql(em.fork())
    .selectFrom("enquiry")
    .where("answered_at", "is", null)
    .orderBy("id")
    .limit(NAMED)
    .select(({ ref }) => ["id", "name", "subject", isoTime(ref("created_at")).as("createdAt")])
    .execute();
}
