import { Order } from "#db/entities/index.ts";
import { command } from "#server/commands/run-command.server.ts";
import { runForEach } from "#server/commands/run-for-each.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { withTypedCarrier } from "#server/settings/carriers.ts";
import { orderCommands, orderField, takesBack } from "../order-commands.ts";
import { dispatchOrder } from "../parcels/dispatch-order.server.ts";

/**
 * Sends all that is left of each order whose tracking number was typed, each for itself: one that cannot be sent keeps
 * none of the others back. Returns the numbers of those that went, and their parcels.
 * @throws ShopError `unauthenticated`, `forbidden`; `validation_failed` when no number was typed; `conflict` with the
 * reason beside the number of each order that stayed
 */
export const dispatchMany = command(
  orderCommands.dispatchMany,
  async (context, { carrier, numbers }): Promise<{ sent: string[]; parcels: number[] }> => {
    const typed = Object.entries(numbers).filter(([, trackingNumber]) => trackingNumber !== "");
    if (typed.length === 0) {
      const message = "Type the tracking number of each order that goes out.";
      throw new ShopError("validation_failed", message, { fields: { carrier: [message] } });
    }
    const ids = typed.map(([field]) => Number(field.slice(1)));
    const orders = await context.em.fork().find(Order, { id: { $in: ids } }, { fields: ["invoiceNumber"] });
    const parcels: number[] = [];
    const rows = orders.map(({ id, invoiceNumber }) => {
      const trackingNumber = numbers[orderField(id)] ?? "";
      return {
        name: invoiceNumber,
        field: `numbers.${orderField(id)}`,
        run: async () => {
          const order = { orderId: id, from: "processing", carrier, trackingNumber, note: "" } as const;
          parcels.push((await dispatchOrder(context, order)).parcelId);
        },
      };
    });
    return { sent: await runForEach(rows, "dispatched", () => takesBack(parcels).takeBack), parcels };
  },
  {
    read: async (_context, form) => ({
      form: withTypedCarrier(form),
      schema: orderCommands.dispatchMany.input,
    }),
  },
);
