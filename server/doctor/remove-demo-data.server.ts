import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { endAccess } from "#server/accounts/end-access.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { renewFigures } from "#server/orders/figures.server.ts";
import { forgetDemoPayments } from "#server/payments/sandbox-connection.server.ts";
import { openingMarks } from "./opening-steps.ts";

/** Everything that hangs on one of these goes with it, also what people did to it while they tried the demo. */
const taken =
  "'customer_order', 'payment', 'refund', 'correction_note', 'checkout', 'enquiry', 'parcel', 'batch'";

/**
 * Removes what the demo data made, and nothing else (docs/rules.md#staff-19): its customers, orders, documents, mails
 * and sign-ins, with what people did to these orders while they tried the shop. A demo account that a person's order
 * refers to, or that somebody made their own, stays; with the published password nobody gets in any more. Numbers begin
 * at 1 where nothing is left that has one. @throws ShopError `conflict` for a demo sign-in: anyone who removes the demo
 * must still be there afterwards
 */
export const removeDemoData = command(openingMarks.removeDemo, async (context): Promise<Removed> => {
  const removed = await inTransaction(context.em, async (em) => {
    await assertNotDemoSignIn(context, em);
    // Takes turns with another click.
    await em.execute("lock table demo_record in exclusive mode");
    const links = await readLinks(em);
    await keepBatchesInUse(em);
    await listDoomed(em, links);
    await keepAccountsInUse(context, em);
    await returnStock(em);
    await deleteParts(em);
    const rows = await deleteDoomed(em, links);
    await restartNumbers(em);
    await em.execute("delete from demo_record");
    await em.execute("drop table doomed");
    await recordChange(em, context, {
      area: "content",
      action: "demo data removed",
      subjectId: "shop",
      subjectName: "The shop",
      before: { demoRows: rows },
      after: { demoRows: 0 },
    });
    invalidateOnCommit(em, "content");
    invalidateOnCommit(em, "stock");
    return { rows };
  });
  await forgetDemoPayments();
  await renewFigures(context);
  return removed;
});

interface Removed {
  rows: number;
}

async function assertNotDemoSignIn({ actor }: Context, em: EntityManager): Promise<void> {
  if (actor.kind !== "user") return;
  const [own] = await rawRows(
    em,
    idRow,
    `select id from user_account where id = ?
       and exists (select from demo_record where table_name = 'user_account' and record_id = ?)`,
    [actor.id, String(actor.id)],
  );
  if (!own) return;
  throw new ShopError(
    "conflict",
    "You are signed in with a demo account, which goes with the demo data. Make an administrator of your own under Users, sign in as that, and come back.",
  );
}

const linkSchema = z.object({ child: z.string(), column: z.string(), parent: z.string() });

type Link = z.infer<typeof linkSchema>;

const ID_OF_CHILD = "select from pg_attribute where attrelid = link.conrelid and attname = 'id'";

/** Which table refers to which, by which column; those whose rows have an `id`, unless another condition is given. */
function readLinks(em: EntityManager, condition = `exists (${ID_OF_CHILD})`): Promise<Link[]> {
  return rawRows(
    em,
    linkSchema,
    `select link.conrelid::regclass::text as child, part.attname as column, link.confrelid::regclass::text as parent
     from pg_constraint link join pg_attribute part on part.attrelid = link.conrelid and part.attnum = link.conkey[1]
     where link.contype = 'f' and link.connamespace = 'public'::regnamespace and ${condition}`,
  );
}

/** Lists what goes in a table of this transaction. */
async function listDoomed(em: EntityManager, links: readonly Link[]): Promise<void> {
  await em.execute(
    `create temporary table doomed (table_name text, record_id text, primary key (table_name, record_id)) on commit drop`,
  );
  await em.execute("insert into doomed select table_name, record_id from demo_record");
  const following = links.filter(({ parent }) => taken.includes(`'${parent}'`));
  for (let more = true; more; ) {
    more = false;
    for (const { child, column, parent } of following) {
      const found = await rawRows(
        em,
        z.object({ record_id: z.string() }),
        `insert into doomed select '${child}', child.id::text from ${child} child
           join doomed on doomed.table_name = '${parent}' and doomed.record_id = child.${column}::text
         on conflict do nothing returning record_id`,
      );
      more ||= found.length > 0;
    }
  }
}

/**
 * Accounts that somebody made their own, or bought with, stay; anyone who knows the published password gets in no more.
 */
async function keepAccountsInUse(context: Context, em: EntityManager): Promise<void> {
  const accountsInUse = await rawRows(
    em,
    idRow,
    `delete from doomed using user_account person
     where doomed.table_name = 'user_account' and doomed.record_id = person.id::text
       and (person.email not like '%@example.com'
         or exists (select from customer_order bought where bought.customer_id = person.id
           and not exists (select from doomed other
             where other.table_name = 'customer_order' and other.record_id = bought.id::text)))
     returning person.id`,
  );
  for (const { id } of accountsInUse) {
    const [known] = await rawRows(
      em,
      idRow,
      `update user_account set password_hash = null where id = ? and email like '%@example.com'
         and password_hash is not null returning id`,
      [id],
    );
    if (known) await endAccess(context, em, id, "suspended");
  }
  const leaving = await rawRows(
    em,
    z.object({ id: z.string() }),
    "select record_id as id from doomed where table_name = 'user_account'",
  );
  for (const { id } of leaving) await endAccess(context, em, Number(id), "erased");
}

/**
 * What the demo says that it took from the stock goes back, and what people put into it of orders that never took any is
 * taken out.
 */
async function returnStock(em: EntityManager): Promise<void> {
  await em.execute(
    `update product set stock_quantity = greatest(product.stock_quantity - invented.units, 0)
     from (select product_id, sum(cancelled_to_stock + returned_to_stock) as units
           from order_line join demo_record demo
             on demo.table_name = 'customer_order' and demo.record_id = order_line.order_id::text
           group by product_id) invented
     where product.id = invented.product_id`,
  );
  await em.execute(
    `update product set stock_quantity = product.stock_quantity + moved.units
     from (select subject_id, sum((before->>'stockQuantity')::int - (after->>'stockQuantity')::int) as units
           from audit_entry join doomed on doomed.table_name = 'audit_entry' and doomed.record_id = audit_entry.id::text
           where area = 'products' and jsonb_exists(before, 'stockQuantity') and jsonb_exists(after, 'stockQuantity')
           group by subject_id) moved
     where product.id::text = moved.subject_id`,
  );
}

/** A batch that a person's order was packed from is theirs, with what a laboratory measured of it. */
async function keepBatchesInUse(em: EntityManager): Promise<void> {
  await em.execute(
    `with used as (
       select distinct allocation.batch_id as id from batch_allocation allocation
         join order_line line on line.id = allocation.order_line_id
        where not exists (select from demo_record demo
          where demo.table_name = 'customer_order' and demo.record_id = line.order_id::text)
     )
     delete from demo_record using used
      where (table_name = 'batch' and record_id = used.id::text)
         or (table_name = 'batch_analysis'
             and record_id in (select id::text from batch_analysis where batch_id = used.id))`,
  );
}

/** Rows without an id of their own, such as the lines of a parcel, go with what they are a part of. */
async function deleteParts(em: EntityManager): Promise<void> {
  const parts = await readLinks(
    em,
    `not exists (${ID_OF_CHILD}) and exists (select from pg_constraint own
       where own.conrelid = link.conrelid and own.contype = 'p' and part.attnum = any (own.conkey))`,
  );
  for (const { child, column, parent } of parts) {
    await em.execute(
      `delete from ${child} using doomed where doomed.table_name = '${parent}' and doomed.record_id = ${child}.${column}::text`,
    );
  }
}

/** Rows that others refer to last. Returns how many were deleted. */
async function deleteDoomed(em: EntityManager, links: readonly Link[]): Promise<number> {
  const tables = await rawRows(
    em,
    z.object({ name: z.string() }),
    "select distinct table_name as name from doomed where to_regclass(table_name) is not null",
  );
  let left = tables.map(({ name }) => name);
  let rows = 0;
  while (left.length > 0) {
    const waits = (table: string) =>
      links.some(({ child, parent }) => parent === table && child !== table && left.includes(child));
    const next = left.find((table) => !waits(table)) ?? left[0];
    if (next === undefined) break;
    const deleted = await rawRows(
      em,
      z.object({ id: z.string() }),
      `delete from ${next} where id::text in (select record_id from doomed where table_name = '${next}')
       returning id::text as id`,
    );
    rows += deleted.length;
    await em.execute(
      `select setval(sequence, 1, false) from pg_get_serial_sequence('${next}', 'id') sequence
       where sequence is not null and not exists (select from ${next})`,
    );
    left = left.filter((table) => table !== next);
  }
  return rows;
}

/**
 * The series of documents without a document begin at 1; where a person's order has a number, the series goes on behind
 * it.
 */
async function restartNumbers(em: EntityManager): Promise<void> {
  await em.execute(
    `update counter set value = 0 where name = 'vat_invoice'
       and not exists (select from customer_order where vat_invoice_number is not null);
     delete from counter where name in ('credit_note', 'debit_note') and not exists (select from correction_note)`,
  );
}
