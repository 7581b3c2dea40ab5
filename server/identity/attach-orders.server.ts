import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";

/**
 * Gives a person the guest orders made with their address. Only for an address that they have just proved to read
 * (resolution B37). Runs in the caller's transaction.
 */
export async function attachOrders(em: EntityManager, user: User): Promise<void> {
  await em.execute(
    "update customer_order set customer_id = ? where customer_id is null and lower(customer_email) = lower(?)",
    [user.id, user.email],
  );
}
