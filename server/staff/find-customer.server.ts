import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { actorMay, type Capability } from "#server/core/roles.ts";
import { condition, isoTime, rawRow, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { notesOfPerson, writeNote } from "#server/customers/staff-notes.server.ts";
import { newestFirst, ordersOf, readForStaff } from "#server/orders/order-views.server.ts";
import { type CustomerKey, customerCommands, customerKeyText } from "./customer-view.ts";

/** Somebody who buys or writes: with an account, or known by an address alone. */
export interface Person {
  /** The one key of this person, whichever of their orders or enquiries they were looked up by. */
  key: CustomerKey;
  /** Null for somebody without an account. */
  customerId: number | null;
  email: string;
}

/** The account and the address that a key leads to. */
const askedBy: Record<CustomerKey["kind"], string> = {
  account: "select id as account, email from user_account where id = ? and erased_at is null",
  order: "select customer_id as account, customer_email as email from customer_order where id = ?",
  enquiry: "select null::int as account, email from enquiry where id = ?",
};

const personSchema = z.object({
  account: z.number().nullable(),
  email: z.string(),
  order: z.number().nullable(),
  enquiry: z.number().nullable(),
});

/**
 * Whom a key means: their account, where one has the address of the order or enquiry; else the address by its first
 * order, or its first enquiry. The rows of an address come first, or the smallest id would be looked for in all. Null
 * where there is nobody.
 */
async function findPerson(em: EntityManager, asked: CustomerKey): Promise<Person | null> {
  const [found] = await rawRows(
    em,
    personSchema,
    `with asked as (${askedBy[asked.kind]}),
          bought as materialized (
            select id from customer_order where lower(customer_email) = (select lower(email) from asked)),
          written as materialized (
            select id from enquiry where lower(email) = (select lower(email) from asked))
     select owner.id as account, coalesce(owner.email, asked.email) as email,
            (select min(id) from bought) as "order", (select min(id) from written) as enquiry
       from asked left join lateral (
         select id, email from user_account
          where erased_at is null and (id = asked.account or lower(email) = lower(asked.email))
          order by id = asked.account desc nulls last limit 1) owner on true`,
    [asked.id],
  );
  if (!found) return null;
  const { account, email, order, enquiry } = found;
  if (account !== null) return { key: { kind: "account", id: account }, customerId: account, email };
  const first: CustomerKey | null =
    order !== null
      ? { kind: "order", id: order }
      : enquiry !== null
        ? { kind: "enquiry", id: enquiry }
        : null;
  return { key: first ?? asked, customerId: null, email };
}

/** Orders on a page, and the newest of what else there is. */
const SHOWN = 20;

/**
 * A customer with what anyone who asks may see of them; null where the key means nobody. `after` goes on behind the
 * order of that id. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findCustomer = read(
  "customers.view",
  async (context: Context, key: CustomerKey, after?: number) => {
    const person = await findPerson(context.em, key);
    if (!person) return null;
    const may = (capability: Capability) => actorMay(context.actor, capability);
    return {
      key: customerKeyText(person.key),
      email: person.email,
      ...(await contactOf(context, person)),
      orders: may("orders.view") ? await ordersOfPerson(context, person, after) : null,
      enquiries: may("enquiries.view") ? await enquiriesOf(context, person) : null,
      mails: may("emails.view") ? await mailsTo(context, person) : null,
      newsletter: may("subscribers.view") ? { state: await subscriptionOf(context, person) } : null,
      notes: may("notes.view") ? await notesOfPerson(context, person) : null,
      noteKey: randomUUID(),
    };
  },
);

/** What staff may see of one customer; what they may not is null. */
export type CustomerPageView = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

/** A customer as the form of a new order begins with them. @throws ShopError `unauthenticated`, `forbidden` */
export const findDraftCustomer = read("customers.view", async (context: Context, key: CustomerKey) => {
  const person = await findPerson(context.em, key);
  if (!person) return null;
  const { name, phone, account } = await contactOf(context, person);
  const { address, city, postcode } = account ?? { address: "", city: "", postcode: "" };
  return {
    id: person.customerId,
    email: person.email,
    name,
    phone,
    address: [address, city, postcode].filter(Boolean).join(", "),
    tradeList: account?.tradeList ?? null,
  };
});

/** What their account says; of somebody without one what they gave with their first order or enquiry. */
async function contactOf({ em }: Context, { key, customerId }: Person) {
  if (customerId !== null) {
    const { name, phone, ...account } = await typedSql(em)
      .selectFrom("user_account")
      .where("id", "=", customerId)
      .select(({ ref }) => [
        "id",
        "name",
        "phone",
        "company_name as companyName",
        "address",
        "city",
        "postcode",
        "country",
        "trade_list_code as tradeList",
        "is_active as isActive",
        isoTime(ref("created_at")).as("createdAt"),
      ])
      .executeTakeFirstOrThrow();
    return { name, phone, account };
  }
  const given =
    key.kind === "order"
      ? await typedSql(em)
          .selectFrom("customer_order")
          .where("id", "=", key.id)
          .select(["customer_name as name", "customer_phone as phone"])
          .executeTakeFirstOrThrow()
      : await typedSql(em)
          .selectFrom("enquiry")
          .where("id", "=", key.id)
          .select("name")
          .executeTakeFirstOrThrow();
  return { phone: "", ...given, account: null };
}

/**
 * The ids of what they bought, by account or address: each has an index. They come first, or the newest of a few would
 * be looked for among all orders.
 */
const bought = `with bought as materialized (
  select id from customer_order where customer_id = ?
  union select id from customer_order where lower(customer_email) = lower(?))`;

const sumsSchema = z.object({
  count: z.coerce.number(),
  paid: z.coerce.number(),
  last: z.string().nullable(),
});
const idSchema = z.object({ id: z.number() });

async function ordersOfPerson(context: Context, { customerId, email }: Person, after: number | undefined) {
  const { em, actor } = context;
  const { count, paid, last } = await rawRow(
    em,
    sumsSchema,
    `${bought}
     select count(*) as count, to_char(max(created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last,
            coalesce(sum(greatest(total_amount - credited_unpaid - refunded.amount - lost.amount, 0))
              filter (where paid_at is not null and o.status <> 'cancelled'), 0) as paid
     from bought join customer_order o using (id)
     cross join lateral (
       select coalesce(sum(amount), 0) as amount from refund where order_id = o.id and status <> 'failed'
     ) refunded
     cross join lateral (
       select coalesce(sum(amount_lost), 0) as amount from dispute where order_id = o.id
     ) lost`,
    [customerId, email],
  );
  const ids = await rawRows(
    em,
    idSchema,
    `${bought}
     select id from bought join customer_order o using (id)
      where ?::int is null or (created_at, id) < (select created_at, id from customer_order where id = ?::int)
      order by created_at desc, id desc limit ?`,
    [customerId, email, after ?? null, after ?? null, SHOWN + 1],
  );
  const shown = ids.slice(0, SHOWN).map(({ id }) => id);
  const mayMoney = actorMay(actor, "orders.viewMoney");
  return {
    count,
    paid: mayMoney ? paid : null,
    last,
    shown:
      shown.length === 0
        ? []
        : await readForStaff(context, newestFirst(ordersOf(em).where("o.id", "in", shown))),
    next: ids.length > SHOWN ? (shown.at(-1) ?? null) : null,
  };
}

async function enquiriesOf({ em }: Context, { email }: Person) {
  const rows = await typedSql(em)
    .selectFrom("enquiry")
    .where(condition`lower(email) = lower(${email})`)
    .orderBy("id", "desc")
    .limit(SHOWN)
    .select(({ ref }) => [
      "id",
      "subject",
      "message",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("answered_at")).as("answeredAt"),
    ])
    .execute();
  return rows.map(({ answeredAt, ...enquiry }) => ({ ...enquiry, isAnswered: answeredAt !== null }));
}

async function mailsTo({ em }: Context, { email }: Person) {
  return typedSql(em)
    .selectFrom("outbox_email")
    .where(condition`lower(recipient) = lower(${email})`)
    .orderBy("id", "desc")
    .limit(SHOWN)
    .select(({ ref }) => [
      "id",
      "subject",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("sent_at")).as("sentAt"),
    ])
    .execute();
}

async function subscriptionOf({ em }: Context, { email }: Person) {
  const subscriber = await typedSql(em)
    .selectFrom("newsletter_subscriber")
    .where(condition`lower(email) = lower(${email})`)
    .select("state")
    .executeTakeFirst();
  return subscriber?.state ?? null;
}

/**
 * Writes a note about a customer: with their account, or with the address of somebody who has none. @throws ShopError
 * `unauthenticated`, `forbidden`, `not_found`
 */
export const addCustomerNote = command(
  customerCommands.addNote,
  async (context, { customer, key, text }): Promise<void> => {
    await inTransaction(
      context.em,
      async (em) => {
        const person = await findPerson(em, customer);
        if (!person) throw new ShopError("not_found", "There is no such customer.");
        const { customerId, email } = person;
        const about = customerId === null ? { email } : { customer: customerId };
        await writeNote(em, context, { about, audited: auditedOf(person), key, text });
      },
      { retryUniqueViolations: true },
    );
  },
);

const areas: Record<CustomerKey["kind"], "users" | "orders" | "enquiries"> = {
  account: "users",
  order: "orders",
  enquiry: "enquiries",
};

/** Named by what leads to them: the audit is never erased, so that it tells no address. */
function auditedOf({ key }: Person) {
  const subjectName = key.kind === "account" ? `User ${key.id}` : `Guest of ${customerKeyText(key)}`;
  return { area: areas[key.kind], subjectId: key.id, subjectName };
}
