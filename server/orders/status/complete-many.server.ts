import { Order } from "#db/entities/index.ts";
import { takesChangesBack } from "#server/audit/audit-search.ts";
import { command } from "#server/commands/run-command.server.ts";
import { runForEach } from "#server/commands/run-for-each.server.ts";
import { orderCommands } from "../order-commands.ts";
import { changeOrderStatus } from "./change-order-status.server.ts";

/**
 * Completes each chosen order, each for itself. Returns their numbers, and the
 * changes that can be taken back. @throws ShopError `unauthenticated`, `forbidden`;
 * `conflict` with the reason of each that was not
 */
export const completeMany = command(
  orderCommands.completeMany,
  async (context, { order: chosen }): Promise<{ did: string[]; changes: number[] }> => {
    const orders = await context.em
      .fork()
      .find(Order, { id: { $in: chosen } }, { fields: ["invoiceNumber"], orderBy: { id: "asc" } });
    const changes: number[] = [];
    const rows = orders.map(({ id, invoiceNumber }) => ({
      name: invoiceNumber,
      field: "order",
      run: async () => {
        const move = { orderId: id, from: "processing", to: "completed", note: "" } as const;
        const { change } = await changeOrderStatus(context, move);
        if (change?.undo) changes.push(change.undo);
      },
    }));
    return {
      did: await runForEach(rows, "completed", () => takesChangesBack("/admin", changes).takeBack),
      changes,
    };
  },
);
