import { jsonArrayFrom } from "kysely/helpers/postgres";
import { packedDelivery } from "#server/checkout/delivery-choice.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { UnreadableCsv } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { textOfFile } from "#server/core/file-text.ts";
import { condition } from "#server/core/typed-sql.server.ts";
import { ordersOf } from "../lists/find-orders.server.ts";
import { orderCommands } from "../order-commands.ts";
import { withdrawnText } from "../withdrawals/withdrawal-rules.ts";
import { findLastCarrier } from "./find-orders-to-pack.server.ts";
import {
  ordersNamedIn,
  planTracking,
  type ReadTracking,
  readTrackingFile,
  type TrackedOrder,
} from "./tracking-file.ts";

/**
 * What a carrier's file of tracking numbers would send, row by row; nothing is sent. Whoever agrees sends
 * `orders.dispatchMany`.
 * @throws ShopError `unauthenticated`, `forbidden`; `validation_failed` for a file that cannot be read
 */
export const readTracking = command(
  orderCommands.readTracking,
  async (context, { csv }): Promise<ReadTracking> => {
    const { rows, carrier } = readable(csv);
    const plan = planTracking(rows, await findTracked(context, ordersNamedIn(rows)));
    return { ...plan, carrier, lastCarrier: await findLastCarrier(context) };
  },
  {
    read: async (_context, form) => {
      const file = form.get("file");
      if (file instanceof File && file.size > 0) form.set("csv", textOfFile(await file.bytes()));
      form.delete("file");
      return { form, schema: orderCommands.readTracking.input };
    },
  },
);

function readable(text: string) {
  try {
    return readTrackingFile(text);
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new ShopError("validation_failed", error.message, { fields: { csv: [error.message] } });
  }
}

async function findTracked({ em }: Context, invoiceNumbers: readonly string[]): Promise<TrackedOrder[]> {
  if (invoiceNumbers.length === 0) return [];
  const rows = await ordersOf(em)
    .where(condition`o.invoice_number = any(${[...invoiceNumbers]}::text[])`)
    .orderBy("o.created_at")
    .orderBy("o.id")
    .select((o) => [
      "o.id",
      "o.invoice_number as invoiceNumber",
      "o.customer_name as customerName",
      "o.status",
      "o.dispatched_at as dispatchedAt",
      "o.is_backorder as isBackorder",
      "o.delivery",
      "o.tracking_number as trackingNumber",
      o
        .exists(
          o
            .selectFrom("payment_warning as warning")
            .whereRef("warning.order_id", "=", "o.id")
            .where("warning.kind", "=", "review")
            .where("warning.is_open", "=", true)
            .select("warning.id"),
        )
        .as("isReviewed"),
      jsonArrayFrom(
        o
          .selectFrom("withdrawal as w")
          .whereRef("w.order_id", "=", "o.id")
          .where("w.closed_at", "is", null)
          .orderBy("w.id")
          .select("w.lines"),
      ).as("withdrawals"),
      jsonArrayFrom(
        o
          .selectFrom("parcel")
          .whereRef("parcel.order_id", "=", "o.id")
          .select("parcel.tracking_number as number"),
      ).as("parcels"),
    ])
    .execute();
  return rows.map(
    ({ dispatchedAt, delivery, isReviewed, trackingNumber, parcels, withdrawals, ...order }) => ({
      ...order,
      isDispatched: dispatchedAt !== null,
      isReviewed: Boolean(isReviewed),
      withdrawn: withdrawals.flatMap((withdrawal) => withdrawal.lines.map(withdrawnText)).join(", "),
      delivery: delivery ? packedDelivery(delivery) : null,
      sentNumbers: [trackingNumber ?? "", ...parcels.map(({ number }) => number)].flatMap((numbers) =>
        numbers.split(",").map((number) => number.trim()),
      ),
    }),
  );
}
