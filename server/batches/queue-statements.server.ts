import type { EntityManager } from "@mikro-orm/postgresql";

const IDS = "select jsonb_array_elements_text(?::jsonb)::int";

/** Of these orders those of which something came from a batch. */
const ofOrders = (orderIds: string) => `select distinct line.order_id as id from order_line line
  where line.order_id in (${orderIds})
    and exists (select from batch_allocation where order_line_id = line.id)`;

const OF_BATCH = `select distinct line.order_id as id from batch_allocation allocation
  join order_line line on line.id = allocation.order_line_id where allocation.batch_id = ?`;

/**
 * Queues a look at the carbon statement of each order, whenever what it says may have changed: it is issued, replaced
 * or revoked (docs/rules.md#statements-2). The job exists exactly when the caller's transaction commits; waiting twice,
 * it is one.
 */
async function queue(em: EntityManager, orders: string, parameter: string | number): Promise<void> {
  await em.execute(
    `select graphile_worker.add_job('settle-statement', json_build_object('orderId', orders.id),
              job_key := 'settle-statement:' || orders.id)
       from (${orders}) orders`,
    [parameter],
  );
}

/** After money went back, or what is still to be sent changed. */
export function queueStatementsOfOrders(em: EntityManager, orderIds: readonly number[]): Promise<void> {
  return queue(em, ofOrders(IDS), JSON.stringify(orderIds));
}

/** After units of lines left or came back, with or without a batch: the statement of their order lists all of it. */
export function queueStatementsOfLines(em: EntityManager, lineIds: readonly number[]): Promise<void> {
  return queue(em, ofOrders(`select order_id from order_line where id in (${IDS})`), JSON.stringify(lineIds));
}

/** After a batch was measured, or what is claimed of it changed. */
export function queueStatementsOfBatch(em: EntityManager, batchId: number): Promise<void> {
  return queue(em, OF_BATCH, batchId);
}
