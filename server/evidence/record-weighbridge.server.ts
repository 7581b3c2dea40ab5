import { LockMode } from "@mikro-orm/postgresql";
import { Order, UseStatement } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { evidenceCommands } from "./evidence-commands.ts";

/**
 * Writes down what the tickets of a weighbridge say of an order, whatever was known before. @throws ShopError
 * `unauthenticated`, `forbidden`; `validation_failed` beside the number where there is no such order
 */
export const recordWeighbridge = command(
  evidenceCommands.recordWeighbridge,
  async (context, { invoiceNumber, ...weighed }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const order = await em.findOne(Order, { invoiceNumber }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!order) {
        const message = "There is no order with this number";
        throw new ShopError("validation_failed", message, { fields: { invoiceNumber: [message] } });
      }
      const before = await em.findOne(UseStatement, { order: order.id });
      const earlier = before && {
        use: before.use,
        appliedOn: before.appliedOn,
        truckArrivalKilograms: before.truckArrivalKilograms,
        truckDepartureKilograms: before.truckDepartureKilograms,
      };
      const statement = before ?? em.create(UseStatement, { order: order.id });
      em.assign(statement, { ...weighed, statedAt: context.clock.now() });
      await recordChange(em, context, {
        area: "orders",
        action: "weighbridge recorded",
        subjectId: order.id,
        subjectName: order.invoiceNumber,
        before: earlier ?? {},
        after: {
          use: weighed.use,
          appliedOn: weighed.appliedOn,
          truckArrivalKilograms: weighed.truckArrivalKilograms,
          truckDepartureKilograms: weighed.truckDepartureKilograms,
        },
      });
    });
  },
);
