import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Batch, BatchAllocation, BatchAnalysis, OrderLine, type Parcel } from "#db/entities/index.ts";
import { ShopError } from "#server/core/errors.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { batchStatuses, gramsOfKilograms } from "./batch.ts";
import {
  type Allocated,
  allocationSentence,
  type BatchInStore,
  chooseBatches,
  type UnitsToAllocate,
} from "./choose-batches.ts";
import { queueStatementsOfLines } from "./queue-statements.server.ts";

/** Units of a line that leave, with what anyone who packs them says. */
interface LeavingUnits {
  lineId: number;
  quantity: number;
  /** The code of the batch that they come from; the oldest first where it is missing or "". */
  batch?: string | undefined;
  /** What all of them weigh, net, where nobody has said what a pack weighs. */
  kilograms?: number | undefined;
}

interface Leaving {
  units: readonly LeavingUnits[];
  /** What they leave in; none for what is collected. */
  parcel?: Parcel;
}

const lineRow = z.object({
  lineId: z.number(),
  productId: z.number(),
  productName: z.string(),
  netGrams: z.number().nullable(),
  unallocated: z.number(),
});

const batchRow = z.object({
  id: z.number(),
  code: z.string(),
  productId: z.number(),
  status: z.enum(batchStatuses),
  gramsLeft: z.number(),
});

/** What left, and the words for it on the order's timeline; "" where nothing has a batch. */
interface Left {
  allocated: Allocated[];
  sentence: string;
}

/**
 * Writes down which batches units of a locked order come from, as they leave (docs/decisions/080). A product that has
 * no batch needs none; units that have one already get no second.
 * @throws ShopError `conflict` where a product's batches cannot give what leaves, with what to do
 */
export async function allocateBatches(em: EntityManager, leaving: Leaving): Promise<Left> {
  const { errors, ...left } = await choose(em, leaving.units);
  const [error] = errors;
  if (error) throw new ShopError("conflict", error, { fields: { lines: [error] } });
  await write(em, leaving.units, left.allocated, leaving.parcel);
  return left;
}

/** The same of goods that are gone already, as from the counter: what has no batch is told instead of refused. */
export async function allocateWhatIsGone(
  em: EntityManager,
  gone: readonly LeavingUnits[],
): Promise<Left & { errors: string[] }> {
  const chosen = await choose(em, gone);
  await write(em, gone, chosen.allocated);
  return chosen;
}

async function choose(
  em: EntityManager,
  leaving: readonly LeavingUnits[],
): Promise<Left & { errors: string[] }> {
  const { units, batches } = await readLeaving(em, leaving);
  const taken = new Map<number, number>();
  const choices = units.map((each) => chooseBatches(each, batches, taken));
  const allocated = choices.flatMap((choice) => ("allocated" in choice ? choice.allocated : []));
  const errors = choices.flatMap((choice) => ("error" in choice ? choice.error : []));
  return { allocated, sentence: allocationSentence(units, allocated), errors };
}

/** Of what leaves the units that need a batch, with the batches of their products, the oldest first and locked. */
async function readLeaving(
  em: EntityManager,
  leaving: readonly LeavingUnits[],
): Promise<{ units: UnitsToAllocate[]; batches: BatchInStore[] }> {
  // Lines that were made in this transaction.
  await em.flush();
  const lines = await rawRows(
    em,
    lineRow,
    `select line.id as "lineId", line.product_id as "productId", line.product_name as "productName",
            product.net_grams as "netGrams",
            line.quantity - line.cancelled_quantity
              - coalesce((select sum(quantity) from batch_allocation where order_line_id = line.id), 0)::int as unallocated
       from order_line line join product on product.id = line.product_id
      where line.id in (select jsonb_array_elements_text(?::jsonb)::int)
        and exists (select from batch where batch.product_id = line.product_id)
      order by line.id`,
    [JSON.stringify(leaving.map(({ lineId }) => lineId))],
  );
  const units = lines.flatMap((line) => {
    const said = leaving.find(({ lineId }) => lineId === line.lineId);
    const quantity = Math.min(said?.quantity ?? 0, line.unallocated);
    if (!said || quantity <= 0) return [];
    const { productId, productName, lineId, netGrams } = line;
    const weighed = said.kilograms === undefined ? null : gramsOfKilograms(said.kilograms);
    const grams = netGrams === null ? weighed : netGrams * quantity;
    return [{ ...{ lineId, productId, productName, quantity, grams }, batch: said.batch || undefined }];
  });
  if (units.length === 0) return { units, batches: [] };
  // Always in the order of their ids, so that two that pack never wait for each other.
  const locked = await rawRows(
    em,
    batchRow.extend({ madeOn: z.string() }),
    `select id, code, product_id as "productId", status, grams_left as "gramsLeft", made_on::text as "madeOn"
       from batch
      where product_id in (select jsonb_array_elements_text(?::jsonb)::int)
        and ((status <> 'sold_out' and grams_left > 0)
             or code in (select jsonb_array_elements_text(?::jsonb)))
      order by id for no key update`,
    [
      JSON.stringify(units.map(({ productId }) => productId)),
      JSON.stringify(units.flatMap(({ batch }) => batch ?? [])),
    ],
  );
  const batches = locked
    .sort((one, other) => one.madeOn.localeCompare(other.madeOn) || one.id - other.id)
    .map(({ madeOn: _, ...batch }) => batch);
  return { units, batches };
}

async function write(
  em: EntityManager,
  leaving: readonly LeavingUnits[],
  allocated: readonly Allocated[],
  parcel?: Parcel,
): Promise<void> {
  for (const { batchId, lineId, quantity, grams } of allocated) {
    em.create(BatchAllocation, {
      batch: em.getReference(Batch, batchId),
      orderLine: em.getReference(OrderLine, lineId),
      parcel: parcel ?? null,
      quantity,
      grams,
    });
  }
  await em.flush();
  await queueStatementsOfLines(
    em,
    leaving.map(({ lineId }) => lineId),
  );
}

/** Whether a laboratory has measured a batch that something came from: its order will have a carbon statement. */
export async function isMeasured(
  em: EntityManager,
  allocated: readonly Pick<Allocated, "batchId">[],
): Promise<boolean> {
  const batches = allocated.map(({ batchId }) => batchId);
  return (await em.count(BatchAnalysis, { batch: { $in: batches }, water: { $ne: null } })) > 0;
}

/** Whether units of an order that are not in stock again have a batch. */
export async function hasBatches(em: EntityManager, orderId: number): Promise<boolean> {
  const allocated = { orderLine: { order: orderId }, grams: { $gt: 0 } };
  return (await em.count(BatchAllocation, allocated)) > 0;
}

/** Units of an allocation that the customer has. */
export function unitsWithCustomer({
  quantity,
  returnedQuantity,
}: Pick<BatchAllocation, "quantity" | "returnedQuantity">): number {
  return quantity - returnedQuantity;
}

/** What they weigh, net: an allocation's grams are of all that is not in stock again. */
export function gramsWithCustomer(allocation: BatchAllocation): number {
  const { quantity, restockedQuantity, grams } = allocation;
  return Math.round((grams * unitsWithCustomer(allocation)) / (quantity - restockedQuantity));
}

/** The same in queries, of the allocation `a`, where the customer has some of its units. */
export const IS_WITH_CUSTOMER = "a.quantity > a.returned_quantity";
export const GRAMS_WITH_CUSTOMER =
  "round(a.grams::numeric * (a.quantity - a.returned_quantity) / (a.quantity - a.restocked_quantity))::int";

/** Units that came back from the customer: of a line no more stay with them than left and did not come back. */
export async function returnFromCustomer(em: EntityManager, lineIds: readonly number[]): Promise<void> {
  await takeOffAllocations(em, lineIds, {
    counted: "a.quantity - a.returned_quantity",
    stays: "line.left_quantity - line.returned_quantity",
    change: "returned_quantity = a.returned_quantity + back.units",
  });
}

/** Those of them that went into stock again are in their batches again. */
export async function returnToBatches(em: EntityManager, lineIds: readonly number[]): Promise<void> {
  await takeOffAllocations(em, lineIds, {
    counted: "a.returned_quantity - a.restocked_quantity",
    stays: "line.returned_quantity - line.returned_to_stock",
    change: `restocked_quantity = a.restocked_quantity + back.units,
             grams = round(a.grams::numeric * (a.quantity - a.restocked_quantity - back.units)
                             / (a.quantity - a.restocked_quantity))`,
  });
}

/**
 * What was in a parcel that never left is in its batches again. What of it was noted as come back came of what else left
 * of its lines: no unit that is not there can have come back.
 */
export async function takeBackFromBatches(
  em: EntityManager,
  parcelId: number,
  lineIds: readonly number[],
): Promise<void> {
  await lockBatchesOf(em, lineIds);
  // An order of which nothing has a batch any more would not be found afterwards.
  await queueStatementsOfLines(em, lineIds);
  await em.nativeDelete(BatchAllocation, { parcel: parcelId });
  await returnFromCustomer(em, lineIds);
  await returnToBatches(em, lineIds);
}

/**
 * Takes units off a line's allocations, those that left last first, until no more are counted than stay. An allocation
 * of which nothing is left stays, with no grams.
 */
async function takeOffAllocations(
  em: EntityManager,
  lineIds: readonly number[],
  { counted, stays, change }: { counted: string; stays: string; change: string },
): Promise<void> {
  if (lineIds.length === 0) return;
  await em.flush();
  await lockBatchesOf(em, lineIds);
  await em.execute(
    `with counted as (
       select a.id, ${counted} as units, sum(${counted}) over latest as so_far,
              sum(${counted}) over (partition by a.order_line_id) - (${stays}) as excess
         from batch_allocation a join order_line line on line.id = a.order_line_id
        where a.order_line_id in (select jsonb_array_elements_text(?::jsonb)::int)
       window latest as (partition by a.order_line_id order by a.id desc)),
     back as (
       select id, least(units, excess - (so_far - units)) as units
         from counted where excess - (so_far - units) > 0 and units > 0)
     update batch_allocation a set ${change} from back where back.id = a.id`,
    [JSON.stringify(lineIds)],
  );
  await queueStatementsOfLines(em, lineIds);
}

/** In the order of their ids, as anyone who packs locks them. */
async function lockBatchesOf(em: EntityManager, lineIds: readonly number[]): Promise<void> {
  await em.execute(
    `select id from batch where id in (select batch_id from batch_allocation
        where order_line_id in (select jsonb_array_elements_text(?::jsonb)::int))
      order by id for no key update`,
    [JSON.stringify(lineIds)],
  );
}
