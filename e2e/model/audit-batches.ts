import { findAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { settleStatements } from "./batch-steps.ts";
import type { World } from "./world.ts";

/** What holds of batches and statements; each statement selects the violations. */
const rules: readonly { rule: string; broken: string }[] = [
  {
    rule: "what was made of a batch is left, allocated or written off",
    broken: `select code, grams_made, grams_left, grams_allocated, grams_written_off, packed.grams as packed, lost.grams as lost
      from batch
      cross join lateral (select coalesce(sum(grams), 0) as grams from batch_allocation where batch_id = batch.id) packed
      cross join lateral (select coalesce(sum(grams), 0) as grams from batch_write_off where batch_id = batch.id) lost
      where grams_left < 0 or grams_allocated <> packed.grams or grams_written_off <> lost.grams
         or grams_made <> grams_left + packed.grams + lost.grams`,
  },
  {
    rule: "no unit has two batches, and none that came back has one",
    broken: `select line.id, line.left_quantity, line.returned_quantity, sum(packed.quantity - packed.returned_quantity) as packed
      from order_line line join batch_allocation packed on packed.order_line_id = line.id
      group by line.id having sum(packed.quantity - packed.returned_quantity) > line.left_quantity - line.returned_quantity`,
  },
  {
    rule: "the statements of a batch never add up to more than left of it",
    broken: `select batch.code, batch.grams_allocated, batch.grams_stated, stated.grams as stated
      from batch cross join lateral (
        select coalesce(sum(line.grams), 0) as grams
        from carbon_statement_line line join carbon_statement statement on statement.id = line.statement_id
        where line.batch_id = batch.id and statement.revoked_at is null) stated
      where stated.grams > grams_allocated or grams_stated <> stated.grams`,
  },
  {
    rule: "a statement says what left with a measured batch, and nothing else does",
    broken: `with given_back as (
        select order_id, sum(amount) as amount from refund where status <> 'failed' group by 1),
      wanted as (
        select line.order_id, line.id as line_id, packed.batch_id, sum(round(packed.grams::numeric
          * (packed.quantity - packed.returned_quantity) / nullif(packed.quantity - packed.restocked_quantity, 0)))::bigint as grams
        from batch_allocation packed
        join order_line line on line.id = packed.order_line_id
        join customer_order bought on bought.id = line.order_id
        left join given_back on given_back.order_id = bought.id
        where bought.status <> 'cancelled' and coalesce(given_back.amount, 0) < bought.total_amount
          and exists (select from batch_analysis where batch_id = packed.batch_id)
        group by 1, 2, 3 having sum(packed.grams * (packed.quantity - packed.returned_quantity)) > 0),
      stated as (
        select statement.order_id, line.order_line_id as line_id, line.batch_id, sum(line.grams) as grams
        from carbon_statement_line line join carbon_statement statement on statement.id = line.statement_id
        where statement.revoked_at is null group by 1, 2, 3)
      select 'not stated' as what, to_jsonb(missing) as line from (table wanted except table stated) missing
      union all select 'stated', to_jsonb(extra) from (table stated except table wanted) extra`,
  },
];

/** Once every queued job about a statement is done. */
export async function auditBatches(world: World): Promise<void> {
  await settleStatements(world);
  for (const { rule, broken } of rules) {
    for (const row of await world.database.rows(broken)) world.violated(rule, JSON.stringify(row));
  }
  await auditRecalls(world);
}

/** By hand, from every row. */
async function auditRecalls(world: World): Promise<void> {
  const packed = await world.database.rows<{ batch: number; invoice: string; kept: number }>(
    `select packed.batch_id as batch, bought.invoice_number as invoice, packed.quantity - packed.returned_quantity as kept
      from batch_allocation packed join order_line line on line.id = packed.order_line_id
      join customer_order bought on bought.id = line.order_id`,
  );
  for (const { id } of await world.database.rows<{ id: number }>("select id from batch")) {
    const listed = await findAffectedOrders(world.contextFor(world.staff), id);
    const texts = listed.map(({ invoiceNumber, quantity }) => `${quantity} of ${invoiceNumber}`);
    const kept = new Map<string, number>();
    for (const row of packed) {
      if (row.batch === id && row.kept > 0) kept.set(row.invoice, (kept.get(row.invoice) ?? 0) + row.kept);
    }
    const expected = [...kept].map(([invoice, units]) => `${units} of ${invoice}`);
    if (texts.sort().join() === expected.sort().join()) continue;
    world.violated("a recall lists who has some of it", `${texts.join()}, by hand ${expected.join()}`);
  }
}
