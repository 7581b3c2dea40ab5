import { randomUUID } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { CarbonStatement, CarbonStatementLine, Order, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { refundedOf } from "#server/orders/refund-rules.ts";
import { METHOD_ID } from "./carbon-method.ts";
import { readCredential } from "./credentials.server.ts";
import { canonicalJsonOf, secondsOf, withProof } from "./data-integrity.server.ts";
import { type ReckonedStatement, reckonStatement } from "./reckon-statement.server.ts";
import { activeSigningKey } from "./signing-keys.server.ts";
import { didOf, keyAddress, statementCredential } from "./statement-credential.ts";
import { co2Text } from "./statement-words.ts";

/**
 * The job that makes the carbon statement of an order what it must be now: issues the first one once something of it
 * left that was measured, replaces one that says other than what is known now, and revokes that of an order that was
 * cancelled or refunded. Run again, it changes nothing (docs/decisions/082, 083).
 */
export async function settleStatement(context: Context, { orderId }: { orderId: number }): Promise<void> {
  await inTransaction(context.em, async (em) => {
    const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!order) return;
    const current = await em.findOne(CarbonStatement, { order: orderId, revokedAt: null });
    await lockBatches(em, orderId);
    const voided = await whyVoid(em, order);
    const reckoned = voided ? null : await reckonStatement(em, order);
    const wanted = reckoned && reckoned.measured.length > 0 ? reckoned : null;
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
  return order.totalAmount > 0 && refunded >= order.totalAmount ? "The order was refunded." : null;
}

function saysTheSame({ credential }: CarbonStatement, { subject }: ReckonedStatement): boolean {
  const said = readCredential(credential);
  return said !== undefined && canonicalJsonOf(said.credentialSubject) === canonicalJsonOf(subject);
}

async function issue(
  em: EntityManager,
  context: Context,
  order: Order,
  { subject, measured }: ReckonedStatement,
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
