import { randomUUID } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import {
  BatchAllocation,
  BatchAnalysis,
  CarbonStatement,
  CarbonStatementLine,
  Order,
  OrderLine,
  Refund,
} from "#db/entities/index.ts";
import { gramsWithCustomer, unitsWithCustomer } from "#server/batches/allocate-batches.server.ts";
import { claimSentence } from "#server/batches/batch.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { toSend, withCustomer } from "#server/orders/line-units.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { refundedOf } from "#server/orders/refund-rules.ts";
import {
  CARBON_METHOD,
  carbonOf,
  co2Text,
  isMeasured,
  METHOD_ID,
  NO_BATCH,
  NOT_SENT,
  OWNERSHIP,
} from "./carbon-method.ts";
import { readCredential } from "./credentials.server.ts";
import { canonicalJsonOf, secondsOf, withProof } from "./data-integrity.server.ts";
import { activeSigningKey } from "./signing-keys.server.ts";
import {
  didOf,
  keyAddress,
  type MeasuredLine,
  type StatementLine,
  type StatementSubject,
  statementCredential,
} from "./statement-credential.ts";

/**
 * The job that makes the carbon statement of an order what it must be now: issues the first one once something of it
 * left that was measured, replaces one that says other than what is known now, and revokes that of an order that was
 * cancelled, or refunded or credited in full. Run again, it changes nothing (docs/decisions/082, 083).
 */
export async function updateStatement(context: Context, { orderId }: { orderId: number }): Promise<void> {
  await inTransaction(context.em, async (em) => {
    const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!order) return;
    const current = await em.findOne(CarbonStatement, { order: orderId, revokedAt: null });
    await lockBatches(em, orderId);
    const voided = await whyVoid(em, order);
    const calculated = voided ? null : await calculateStatement(em, order);
    const wanted = calculated && calculated.measured.length > 0 ? calculated : null;
    if (current && wanted && saysTheSame(current, wanted)) return;
    if (current) {
      const because = voided ?? (wanted ? "A newer one took its place." : "What was measured came back.");
      current.revokedAt = context.clock.now();
      current.revokedBecause = because;
      // Before the next one: an order has one that is not revoked, at most.
      await em.flush();
      if (!wanted) {
        const message = `Carbon statement revoked. ${because}`;
        addOrderEvent(em, context, { order, kind: "carbon_statement", message });
      }
    }
    if (wanted) await issue(em, context, order, wanted);
  });
}

/** In the order of their ids, after the order, as everybody who packs locks them. */
async function lockBatches(em: EntityManager, orderId: number): Promise<void> {
  await em.execute(
    `select id from batch
      where id in (select allocation.batch_id from batch_allocation allocation
                     join order_line line on line.id = allocation.order_line_id where line.order_id = ?
                   union
                   select stated.batch_id from carbon_statement_line stated
                     join carbon_statement statement on statement.id = stated.statement_id
                    where statement.order_id = ? and statement.revoked_at is null)
      order by id for no key update`,
    [orderId, orderId],
  );
}

/** Why an order states nothing, whatever left with it; null where it may. */
async function whyVoid(em: EntityManager, order: Order): Promise<string | null> {
  if (order.status === "cancelled") return "The order was cancelled.";
  const refunded = refundedOf(await em.find(Refund, { order: order.id }, { refresh: true }));
  if (order.totalAmount <= 0 || refunded + order.creditedUnpaid < order.totalAmount) return null;
  return refunded > 0 ? "The order was refunded." : "The order was credited.";
}

function saysTheSame({ credential }: CarbonStatement, { subject }: CalculatedStatement): boolean {
  const said = readCredential(credential);
  return said !== undefined && canonicalJsonOf(said.credentialSubject) === canonicalJsonOf(subject);
}

async function issue(
  em: EntityManager,
  context: Context,
  order: Order,
  { subject, measured }: CalculatedStatement,
): Promise<void> {
  const { publicUrl, settings, clock } = context;
  const now = clock.now();
  const key = await activeSigningKey(em, now);
  const statement = em.create(CarbonStatement, {
    order,
    publicId: randomUUID(),
    keyId: key.id,
    method: METHOD_ID,
    gramsStored: subject.gramsStored,
    credential: "",
    issuedAt: now,
  });
  await em.flush();
  const { id, publicId } = statement;
  const unsigned = statementCredential(
    { id, publicId, subject, issuedAt: secondsOf(now) },
    { publicUrl, storeName: settings.storeName },
  );
  const signed = withProof(unsigned, {
    privateKey: key.privateKey,
    verificationMethod: keyAddress(didOf(publicUrl), key.id),
    created: now,
  });
  statement.credential = JSON.stringify(signed);
  for (const { orderLineId, batchId, line } of measured) {
    em.create(CarbonStatementLine, {
      ...{ statement, orderLine: orderLineId, batch: batchId },
      ...{ grams: line.grams, gramsStored: line.gramsStored },
    });
  }
  const message = `Carbon statement issued: ${co2Text(subject.gramsStored)} of CO2 stored for 100 years`;
  addOrderEvent(em, context, { order, kind: "carbon_statement", message });
}

/** A measured line with the rows that it is of. */
interface CalculatedLine {
  orderLineId: number;
  batchId: number;
  line: MeasuredLine;
}

export interface CalculatedStatement {
  subject: StatementSubject;
  measured: CalculatedLine[];
}

/**
 * What the biochar of an order stores by what is known now: of what left and did not come back, line by line and batch
 * by batch. Null where nothing left with a batch.
 */
export async function calculateStatement(
  em: EntityManager,
  order: Order,
): Promise<CalculatedStatement | null> {
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const allocations = await em
    .find(
      BatchAllocation,
      { orderLine: { order: order.id }, grams: { $gt: 0 } },
      { populate: ["batch"], orderBy: { id: "asc" }, refresh: true },
    )
    .then((found) => found.filter((each) => unitsWithCustomer(each) > 0));
  const [last] = allocations.slice(-1);
  if (!last) return null;
  const analyses = await newestAnalyses(em, [...new Set(allocations.map(({ batch }) => batch.id))]);
  const measured: CalculatedLine[] = [];
  const stated: StatementLine[] = [];
  for (const line of lines) {
    const own = allocations.filter(({ orderLine }) => orderLine.id === line.id);
    for (const parts of byBatch(own)) {
      const { batch } = parts.first;
      const calculated = measure(line.productName, parts, analyses.get(batch.id));
      stated.push(calculated);
      if (isMeasured(calculated))
        measured.push({ orderLineId: line.id, batchId: batch.id, line: calculated });
    }
    const unsent = order.status === "cancelled" ? 0 : toSend(line);
    const unknown = withCustomer(line) - own.reduce((sum, each) => sum + unitsWithCustomer(each), 0);
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

/** The allocations of a line, those of one batch together. */
function byBatch(allocations: readonly BatchAllocation[]): PartOfBatch[] {
  const parts = new Map<number, PartOfBatch>();
  for (const each of allocations) {
    const part = parts.get(each.batch.id) ?? { first: each, quantity: 0, grams: 0 };
    part.quantity += unitsWithCustomer(each);
    part.grams += gramsWithCustomer(each);
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
  if (found.notMeasured !== undefined || !analysis) {
    return { ...line, notMeasured: found.notMeasured ?? NO_BATCH };
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
