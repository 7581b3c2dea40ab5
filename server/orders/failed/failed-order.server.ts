import type { EntityManager } from "@mikro-orm/postgresql";
import type { Checkout } from "#db/entities/index.ts";

/** One row per checkout, however many attempts failed; a new failure reopens it. */
export async function upsertFailedOrder(
  em: EntityManager,
  checkout: Pick<Checkout, "id" | "details" | "totalAmount" | "paymentMethod">,
  errorMessage: string,
  attemptedAt: Date,
): Promise<void> {
  await em.execute(
    `insert into failed_order
       (checkout_id, customer_name, customer_email, total_amount, payment_method, error_message, attempted_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (checkout_id) do update set customer_name = excluded.customer_name,
       customer_email = excluded.customer_email, total_amount = excluded.total_amount,
       error_message = excluded.error_message, attempted_at = excluded.attempted_at, resolved_at = null`,
    [
      checkout.id,
      checkout.details?.customerName ?? "Not given",
      checkout.details?.customerEmail ?? "",
      checkout.totalAmount,
      checkout.paymentMethod,
      errorMessage.slice(0, 500),
      attemptedAt,
      attemptedAt,
    ],
  );
}
