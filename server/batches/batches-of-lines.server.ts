import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { rawRows } from "#server/core/typed-sql.server.ts";
import type { BatchPassport, BatchProposal } from "./batch-papers.ts";
import { batchStatuses } from "./batch-values.ts";
import { chooseBatches } from "./choose-batches.ts";

/** Of the batch `b`, the organic carbon that the newest analysis found. */
const newestCarbon = `(select organic_carbon from batch_analysis where batch_id = b.id
  order by analysed_on desc, id desc limit 1)`;

const passport = {
  code: z.string(),
  madeOn: z.string(),
  feedstock: z.string(),
  organicCarbon: z.number().nullable(),
};

/** A line of an order that waits to be packed. */
interface WaitingLine {
  lineId: number;
  productId: number;
  productName: string;
  quantity: number;
  netGrams: number | null;
}

const candidateRow = z.object({
  ...passport,
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
    `select b.id, b.code, b.product_id as "productId", b.status, b.grams_left as "gramsLeft",
            b.made_on::text as "madeOn", b.feedstock, ${newestCarbon} as "organicCarbon"
       from batch b
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
      refusal: "refusal" in choice ? choice.refusal : null,
    });
  }
  return proposals;
}

function passportOf({ code, madeOn, feedstock, organicCarbon }: BatchPassport): BatchPassport {
  return { code, madeOn, feedstock, organicCarbon };
}
