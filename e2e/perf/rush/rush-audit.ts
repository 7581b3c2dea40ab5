import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { CHARGED, REFUNDED } from "../../faults/audit.ts";

/** What the books say of one product since a moment. */
export interface Books {
  orders: number;
  units: number;
  stockLeft: number;
  held: number;
  /** Payments that the provider took, and those of them that it gave back whole. */
  charged: number;
  givenBack: number;
  /** Taken, without an order and not given back: must be none. */
  stranded: number;
}

/** What the database did during a piece of work. */
export interface DatabaseWork {
  statements: number;
  transactions: number;
  rolledBack: number;
  /** The most connections that waited for a lock at the same time. */
  mostWaiting: number;
}

const LOOK_MS = 100;
const PATIENCE_MS = 180_000;
/** An idle connection hands its statistics over after ten seconds. */
const STATISTICS_MS = 11_000;

export async function readBooks(client: pg.Client, productId: number, sinceOrder: number): Promise<Books> {
  const { rows } = await client.query<Books>(
    `with bought as (
       select placed.id, placed.transaction_id, line.quantity from customer_order placed
       join order_line line on line.order_id = placed.id and line.product_id = $1 where placed.id > $2
     ),
     paid as (
       select charged.id, charged.amount, coalesce(refunded.amount, 0) as back, exists (
                select from customer_order placed where placed.transaction_id = charged.id) as has_order
       from ${CHARGED} charged left join ${REFUNDED} refunded on refunded.payment_id = charged.id
     )
     select (select count(*)::int from bought) as orders, (select coalesce(sum(quantity), 0)::int from bought) as units,
            stock_quantity as "stockLeft", held_quantity as held,
            (select count(*)::int from paid) as charged,
            (select count(*)::int from paid where back = amount and not has_order) as "givenBack",
            (select count(*)::int from paid where back <> amount and not has_order) as stranded
     from product where id = $1`,
    [productId, sinceOrder],
  );
  const [books] = rows;
  if (!books) throw new Error("The product is gone.");
  return books;
}

export async function lastOrder(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "select coalesce(max(id), 0)::int as id from customer_order",
  );
  return rows[0]?.id ?? 0;
}

/** Waits until no job is due. */
export async function untilJobsAreDone(client: pg.Client): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(LOOK_MS)) {
    const { rows } = await client.query(
      `select from graphile_worker._private_jobs where attempts < max_attempts and run_at <= now()
       union all select from waiting_email limit 1`,
    );
    if (rows.length === 0) return;
  }
  throw new Error("The jobs are not done.");
}

/** Counts statements and looks for waits while people buy. */
export async function databaseWorkDuring(admin: pg.Client, work: () => Promise<void>): Promise<DatabaseWork> {
  await admin.query("select pg_stat_statements_reset()");
  let [mostWaiting, isOver] = [0, false];
  const watch = async () => {
    for (; !isOver; await wait(LOOK_MS)) {
      const { rows } = await admin.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where datname = 'shop' and wait_event_type = 'Lock'",
      );
      mostWaiting = Math.max(mostWaiting, rows[0]?.waiting ?? 0);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  const { rows } = await admin.query<Omit<DatabaseWork, "mostWaiting">>(
    `select coalesce(sum(calls), 0)::int as statements,
            coalesce(sum(calls) filter (where query ~* '^(begin|start transaction)'), 0)::int as transactions,
            coalesce(sum(calls) filter (where query ~* '^rollback'), 0)::int as "rolledBack"
     from pg_stat_statements join pg_database on pg_database.oid = dbid
     where datname = 'shop' and query not like '%pg_stat%'`,
  );
  return { ...(rows[0] ?? { statements: 0, transactions: 0, rolledBack: 0 }), mostWaiting };
}

/** Deadlocks since the database was made. */
export async function countDeadlocks(admin: pg.Client): Promise<number> {
  await wait(STATISTICS_MS);
  const { rows } = await admin.query<{ deadlocks: number }>(
    "select deadlocks::int from pg_stat_database where datname = 'shop'",
  );
  return rows[0]?.deadlocks ?? 0;
}
