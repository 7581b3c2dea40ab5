import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Order, UseStatement } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { GRAMS_WITH_CUSTOMER, IS_WITH_CUSTOMER } from "#server/batches/allocate-batches.server.ts";
import { kilogramsOf, kilogramsText } from "#server/batches/batch.ts";
import { assertDayHasCome } from "#server/batches/change-batch.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";
import { biocharUses, gradeOf } from "./evidence.ts";
import { evidenceCommands } from "./evidence-commands.ts";

/** More than a producer makes in a year. */
const MOST_BATCHES = 500;

const yearRow = z.object({ year: z.number() });
const batchRow = z.object({
  id: z.number(),
  code: z.string(),
  productName: z.string(),
  madeOn: z.string(),
  gramsMade: z.number(),
  gramsLeft: z.number(),
  gramsAllocated: z.number(),
  gramsWrittenOff: z.number(),
});
const soldRow = z.object({
  batchId: z.number(),
  use: z.enum(biocharUses).nullable(),
  hasPlace: z.boolean(),
  isWeighed: z.boolean(),
  grams: z.number(),
});

/**
 * What became of the batches of a year: kilograms by use and by grade of evidence. What came back is sold no more: in
 * stock again it is left, else it stands apart.
 */
export const findEvidence = read(
  "evidence.view",
  async (context: Context, asked: { year?: number | undefined }) => {
    const em = context.em.fork();
    const years = (
      await rawRows(
        em,
        yearRow,
        "select distinct extract(year from made_on)::int as year from batch order by year desc",
      )
    ).map(({ year }) => year);
    const year = asked.year ?? years[0] ?? context.clock.now().getUTCFullYear();
    const batches = await rawRows(
      em,
      batchRow,
      `select b.id, b.code, p.name as "productName", to_char(b.made_on, 'YYYY-MM-DD') as "madeOn",
              b.grams_made as "gramsMade", b.grams_left as "gramsLeft", b.grams_allocated as "gramsAllocated",
              b.grams_written_off as "gramsWrittenOff"
         from batch b join product p on p.id = b.product_id
        where b.made_on >= make_date(?, 1, 1) and b.made_on < make_date(?, 1, 1)
        order by b.made_on desc, b.id desc limit ?`,
      [year, year + 1, MOST_BATCHES + 1],
    );
    const shown = batches.slice(0, MOST_BATCHES);
    const sold = await readSold(
      context,
      shown.map(({ id }) => id),
    );
    return {
      year,
      /** Years in which batches were made, the newest first. */
      years,
      /** There are more than are shown. */
      isCut: batches.length > MOST_BATCHES,
      batches: shown.map(({ id, gramsAllocated, ...batch }) => {
        const parts = sold
          .filter(({ batchId }) => batchId === id)
          .map((part) => ({ use: part.use, grade: gradeOf(part), grams: part.grams }));
        const gramsSold = parts.reduce((sum, { grams }) => sum + grams, 0);
        return { ...batch, sold: parts, gramsSold, gramsReturned: gramsAllocated - gramsSold };
      }),
    };
  },
);

/** The batches that were made in a year, the newest first. */
export type EvidenceReport = Awaited<ReturnType<typeof findEvidence>>;

/**
 * What became of one batch, in grams: what was made is left, sold, which is the sum of its parts, written off, or came
 * back and is with nobody.
 */
export type BatchEvidence = EvidenceReport["batches"][number];

async function readSold({ em }: Context, batchIds: readonly number[]): Promise<z.output<typeof soldRow>[]> {
  if (batchIds.length === 0) return [];
  return rawRows(
    em.fork(),
    soldRow,
    `select a.batch_id as "batchId", u.use,
            coalesce(u.outward_code is not null and u.applied_on is not null, false) as "hasPlace",
            coalesce(u.truck_arrival_kilograms is not null and u.truck_departure_kilograms is not null, false)
              as "isWeighed",
            sum(${GRAMS_WITH_CUSTOMER})::float8 as grams
       from batch_allocation a
       join order_line l on l.id = a.order_line_id
       left join use_statement u on u.order_id = l.order_id
      where a.batch_id in (?) and ${IS_WITH_CUSTOMER}
      group by 1, 2, 3, 4`,
    [[...batchIds]],
  );
}

/**
 * Writes down what the tickets of a weighbridge say of an order, whatever was known before. @throws ShopError
 * `validation_failed` beside the number where there is no such order, beside the day as `stateUse`, and beside the mass
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
      assertDayHasCome(context, "appliedOn", weighed.appliedOn, order.createdAt);
      const unloaded = weighed.truckArrivalKilograms - weighed.truckDepartureKilograms;
      assertNotMoreThanLeft(unloaded, await gramsThatLeft(em, order.id));
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
function assertNotMoreThanLeft(unloadedKilograms: number, grams: number): void {
  if (
    grams > 0 &&
    unloadedKilograms <= kilogramsOf(grams) * (1 + PACKAGING_SHARE) + STEPS_OF_BRIDGE_KILOGRAMS
  )
    return;
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
