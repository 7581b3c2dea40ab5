import type { EntityManager } from "@mikro-orm/postgresql";
import { BatchAllocation, BatchAnalysis, type Order, OrderLine } from "#db/entities/index.ts";
import { claimSentence } from "#server/batches/batch-values.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { toSend, withCustomer } from "#server/orders/line-units.ts";
import { CARBON_METHOD, carbonOf, NO_BATCH, NOT_SENT } from "./carbon-method.ts";
import type { MeasuredLine, StatementLine, StatementSubject } from "./statement-subject.ts";
import { isMeasured, OWNERSHIP } from "./statement-words.ts";

/** A measured line with the rows that it is of. */
interface ReckonedLine {
  orderLineId: number;
  batchId: number;
  line: MeasuredLine;
}

export interface ReckonedStatement {
  subject: StatementSubject;
  measured: ReckonedLine[];
}

/**
 * What the biochar of an order stores by what is known now: of what left and did not come back, line by line and batch
 * by batch. Null where nothing left with a batch.
 */
export async function reckonStatement(em: EntityManager, order: Order): Promise<ReckonedStatement | null> {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const allocations = await em
    .find(
      BatchAllocation,
      { orderLine: { order: order.id }, grams: { $gt: 0 } },
      { populate: ["batch"], orderBy: { id: "asc" }, refresh: true },
    )
    .then((found) => found.filter((each) => unitsKept(each) > 0));
  const [last] = allocations.slice(-1);
  if (!last) return null;
  const analyses = await newestAnalyses(em, [...new Set(allocations.map(({ batch }) => batch.id))]);
  const measured: ReckonedLine[] = [];
  const stated: StatementLine[] = [];
  for (const line of lines) {
    const own = allocations.filter(({ orderLine }) => orderLine.id === line.id);
    for (const parts of byBatch(own)) {
      const { batch } = parts.first;
      const reckoned = measure(line.productName, parts, analyses.get(batch.id));
      stated.push(reckoned);
      if (isMeasured(reckoned)) measured.push({ orderLineId: line.id, batchId: batch.id, line: reckoned });
    }
    const unsent = order.status === "cancelled" ? 0 : toSend(line);
    const unknown = withCustomer(line) - own.reduce((sum, each) => sum + unitsKept(each), 0);
    const without = { product: line.productName, batch: null };
    if (unsent > 0) stated.push({ ...without, quantity: unsent, notMeasured: NOT_SENT });
    if (unknown > 0) stated.push({ ...without, quantity: unknown, notMeasured: NO_BATCH });
  }
  const { name, version, formula, sources } = CARBON_METHOD;
  const subject = {
    invoiceNumber: order.invoiceNumber,
    leftOn: shopDay(last.createdAt),
    method: { name, version, formula, sources: [...sources] },
    gramsStored: measured.reduce((sum, { line }) => sum + line.gramsStored, 0),
    ownership: OWNERSHIP,
    lines: stated,
  };
  return { subject, measured };
}

interface PartOfBatch {
  first: BatchAllocation;
  quantity: number;
  grams: number;
}

/** Units of an allocation that the customer has. */
function unitsKept({ quantity, returnedQuantity }: BatchAllocation): number {
  return quantity - returnedQuantity;
}

/** What they weigh, net: an allocation's grams are of all that is not in stock again. */
function gramsKept(allocation: BatchAllocation): number {
  const { quantity, restockedQuantity, grams } = allocation;
  return Math.round((grams * unitsKept(allocation)) / (quantity - restockedQuantity));
}

/** The allocations of a line, those of one batch together. */
function byBatch(allocations: readonly BatchAllocation[]): PartOfBatch[] {
  const parts = new Map<number, PartOfBatch>();
  for (const each of allocations) {
    const part = parts.get(each.batch.id) ?? { first: each, quantity: 0, grams: 0 };
    part.quantity += unitsKept(each);
    part.grams += gramsKept(each);
    parts.set(each.batch.id, part);
  }
  return [...parts.values()];
}

function measure(
  product: string,
  { first, quantity, grams }: PartOfBatch,
  analysis: BatchAnalysis | undefined,
): StatementLine {
  const batch = first.batch;
  const found = carbonOf(grams, {
    kilnCelsius: batch.kilnCelsius,
    transportGramsPerKilogram: batch.transportGramsPerKilogram ?? null,
    analysis: analysis
      ? {
          organicCarbon: analysis.organicCarbon,
          water: analysis.water ?? null,
          hydrogenToCarbon: analysis.hydrogenToCarbon ?? null,
        }
      : null,
  });
  const line = { product, quantity, batch: batch.code };
  if ("notMeasured" in found || !analysis) {
    return { ...line, notMeasured: "notMeasured" in found ? found.notMeasured : NO_BATCH };
  }
  const { hydrogenToCarbon, water } = analysis;
  return {
    ...line,
    grams,
    laboratory: analysis.laboratory,
    analysedOn: analysis.analysedOn,
    organicCarbonPercent: analysis.organicCarbon / 100,
    waterPercent: (water ?? 0) / 100,
    hydrogenToCarbon: typeof hydrogenToCarbon === "number" ? hydrogenToCarbon / 1000 : null,
    kilnCelsius: batch.kilnCelsius,
    percentAfter100Years: found.permanencePercent,
    gramsBound: found.gramsBound,
    gramsOfTransport: typeof batch.transportGramsPerKilogram === "number" ? found.gramsOfTransport : null,
    gramsStored: found.gramsStored,
    claim: batch.creditStatus,
    claimSentence: claimSentence(batch),
  };
}

/** Of each batch the analysis that counts: the newest by its date. */
async function newestAnalyses(
  em: EntityManager,
  batchIds: readonly number[],
): Promise<Map<number, BatchAnalysis>> {
  const found = await em.find(
    BatchAnalysis,
    { batch: { $in: [...batchIds] } },
    { orderBy: { analysedOn: "asc", id: "asc" } },
  );
  return new Map(found.map((analysis) => [analysis.batch.id, analysis]));
}
