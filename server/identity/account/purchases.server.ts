import type { EntityManager } from "@mikro-orm/postgresql";
import type { Pence } from "#server/pricing/money.ts";

export interface Purchases {
  /** What the paid orders add up to. */
  paid: Pence;
  count: number;
}

/** What each of these people has paid for, cancelled orders left out; one query however many they are. */
export async function purchasesOf(
  em: EntityManager,
  userIds: readonly number[],
): Promise<(id: number) => Purchases> {
  const rows =
    userIds.length === 0
      ? []
      : await em.execute<{ id: number; paid: string; count: number }[]>(
          `select customer_id as id, sum(total_amount) as paid, count(*)::int as count from customer_order
           where customer_id in (${userIds.map(() => "?").join(", ")})
             and paid_at is not null and status <> 'cancelled'
           group by customer_id`,
          [...userIds],
        );
  const byId = new Map(rows.map(({ id, paid, count }) => [id, { paid: Number(paid), count }]));
  return (id) => byId.get(id) ?? { paid: 0, count: 0 };
}
