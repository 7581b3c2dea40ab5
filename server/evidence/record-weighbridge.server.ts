import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Order, UseStatement } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { kilogramsOf, kilogramsText } from "#server/batches/batch-figures.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { evidenceCommands } from "./evidence-commands.ts";

/**
 * Writes down what the tickets of a weighbridge say of an order, whatever was known before. @throws ShopError
 * `unauthenticated`, `forbidden`; `validation_failed` beside the number where there is no such order, and beside the mass
 * where more was unloaded than left the yard
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
      const unloaded = weighed.truckArrivalKilograms - weighed.truckDepartureKilograms;
      refuseMoreThanLeft(unloaded, await gramsThatLeft(em, order.id));
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

/** Packaging and pallets come with the goods, and a bridge for lorries counts in steps of 20 kg. */
const PACKAGING_SHARE = 0.1;
const STEPS_OF_BRIDGE_KILOGRAMS = 60;

/** @throws ShopError `validation_failed` */
function refuseMoreThanLeft(unloadedKilograms: number, grams: number): void {
  if (unloadedKilograms <= kilogramsOf(grams) * (1 + PACKAGING_SHARE) + STEPS_OF_BRIDGE_KILOGRAMS) return;
  const message = `${kilogramsText(grams)} of batches left the yard for this order, but ${kilogramsText(unloadedKilograms * 1000)} were unloaded. Check the number and the tickets.`;
  throw new ShopError("validation_failed", message, { fields: { truckDepartureKilograms: [message] } });
}

/** What left the yard for an order, of batches: the evidence is about nothing else. */
async function gramsThatLeft(em: EntityManager, orderId: number): Promise<number> {
  const { grams } = await rawRow(
    em,
    z.object({ grams: z.number() }),
    `select coalesce(sum(a.grams), 0)::float8 as grams
       from batch_allocation a join order_line l on l.id = a.order_line_id where l.order_id = ? and a.grams > 0`,
    [orderId],
  );
  return grams;
}
