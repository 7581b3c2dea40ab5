import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { VersionedCache } from "#server/core/topics.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { type BatchPassport, type BatchProposal, batchStatuses, certificationClasses } from "./batch.ts";
import { labelPath } from "./batch-links.ts";
import { chooseBatches } from "./choose-batches.ts";

/** Of the batch `b`, the organic carbon that the newest analysis found. */
const newestCarbon = `(select organic_carbon from batch_analysis where batch_id = b.id
  order by analysed_on desc, id desc limit 1)`;

/** Of the batch `b` and its product `p`. */
const passportColumns = `b.code, b.made_on::text as "madeOn", b.feedstock, ${newestCarbon} as "organicCarbon",
  b.certification_class as "certificationClass", b.certificate_number as "certificateNumber", p.gtin`;

const passport = z.object({
  code: z.string(),
  madeOn: z.string(),
  feedstock: z.string(),
  organicCarbon: z.number().nullable(),
  certificationClass: z.enum(certificationClasses),
  certificateNumber: z.string(),
  gtin: z.string().nullable(),
});

/** A line of an order that waits to be packed. */
interface WaitingLine {
  lineId: number;
  productId: number;
  productName: string;
  quantity: number;
  netGrams: number | null;
}

const candidateRow = z.object({
  ...passport.shape,
  id: z.number(),
  productId: z.number(),
  status: z.enum(batchStatuses),
  gramsLeft: z.number(),
});

/**
 * Which batches lines that wait would get if they left now, one after the other; nothing for a product without batches.
 */
export async function proposeBatches(
  em: Pick<EntityManager, "execute">,
  lines: readonly WaitingLine[],
): Promise<Map<number, BatchProposal>> {
  const products = JSON.stringify([...new Set(lines.map(({ productId }) => productId))]);
  const batches = await rawRows(
    em,
    candidateRow,
    `select b.id, b.product_id as "productId", b.status, b.grams_left as "gramsLeft", ${passportColumns}
       from batch b
       join product p on p.id = b.product_id
      where b.product_id in (select jsonb_array_elements_text(?::jsonb)::int)
        and b.status <> 'sold_out' and b.grams_left > 0
      order by b.made_on, b.id`,
    [products],
  );
  const traced = await rawRows(
    em,
    z.object({ productId: z.number() }),
    `select distinct product_id as "productId" from batch
      where product_id in (select jsonb_array_elements_text(?::jsonb)::int)`,
    [products],
  );
  const taken = new Map<number, number>();
  const proposals = new Map<number, BatchProposal>();
  for (const { netGrams, ...line } of lines) {
    if (!traced.some(({ productId }) => productId === line.productId)) continue;
    const choices = batches.filter(
      ({ productId, status }) => productId === line.productId && status === "open",
    );
    const needsWeight = netGrams === null;
    // Until somebody weighs it, the oldest one: it may turn out to have too little.
    const grams = needsWeight ? 0 : netGrams * line.quantity;
    const choice = chooseBatches({ ...line, grams }, batches, taken);
    const allocated = "allocated" in choice ? choice.allocated : [];
    proposals.set(line.lineId, {
      choices: choices.map(({ code, gramsLeft }) => ({ code, gramsLeft })),
      proposed: allocated.flatMap(({ code, quantity }) => {
        const batch = choices.find((each) => each.code === code);
        return batch ? [{ ...passportOf(batch), quantity }] : [];
      }),
      needsWeight,
      refusal: "error" in choice ? choice.error : null,
    });
  }
  return proposals;
}

const allocatedRow = z.object({
  ...passport.shape,
  parcelId: z.number(),
  lineId: z.number(),
  quantity: z.number(),
});

/**
 * The batches from which these parcels were packed, in the order in which they were, with what of a line came from
 * each.
 */
export async function findBatchesOfParcels(em: Pick<EntityManager, "execute">, parcelIds: readonly number[]) {
  const rows = await rawRows(
    em,
    allocatedRow,
    `select a.parcel_id as "parcelId", a.order_line_id as "lineId", a.quantity, ${passportColumns}
       from batch_allocation a
       join batch b on b.id = a.batch_id
       join product p on p.id = b.product_id
      where a.parcel_id in (select jsonb_array_elements_text(?::jsonb)::int)
      order by a.id`,
    [JSON.stringify(parcelIds)],
  );
  return rows.map(({ parcelId, lineId, quantity, ...batch }) => ({
    ...passportOf(batch),
    ...{ parcelId, lineId, quantity },
  }));
}

function passportOf(batch: z.infer<typeof passport>): BatchPassport {
  const { code, madeOn, feedstock, organicCarbon, certificationClass, certificateNumber, gtin } = batch;
  const path = labelPath({ code, product: { gtin } });
  return { code, madeOn, feedstock, organicCarbon, certificationClass, certificateNumber, path };
}

/** Read once for each version of the catalogue and the batches, so that an order asks nothing for it. */
const cache = new VersionedCache<ReadonlySet<number>>("catalogue", "batches");

/** More than any producer makes; anyone who marks more as mixed into soil has the question asked for these. */
const MOST_PRODUCTS = 10_000;

/** In queries: whether the product `p` is biochar, sold today or not. It is made in batches, or mixed into soil. */
export const IS_BIOCHAR = "(p.mixed_into_soil or p.id in (select product_id from batch))";

/**
 * Whether any of these products is biochar. On the connection that it is given: an order that waited for a second
 * one could wait for ever.
 */
export async function holdsBiochar(em: EntityManager, productIds: readonly number[]): Promise<boolean> {
  const biochar = await cache.get(process.env.DATABASE_URL ?? "", async () => {
    const rows = await rawRows(em, idRow, `select p.id from product p where ${IS_BIOCHAR} limit ?`, [
      MOST_PRODUCTS,
    ]);
    return new Set(rows.map(({ id }) => id));
  });
  return productIds.some((id) => biochar.has(id));
}
