import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { condition, rawRow, typedSql } from "#server/core/typed-sql.server.ts";
import type { CustomerKey } from "./customer-key.ts";

/** Somebody who buys or writes: with an account, or known by an address alone. */
export interface Person {
  /** The one key of this person, whichever of their orders or enquiries they were looked up by. */
  key: CustomerKey;
  /** Null for somebody without an account. */
  customerId: number | null;
  email: string;
}

/** Whom a key means: their account, where one has the address of the order or enquiry. Null where there is nobody. */
export async function findPerson(em: EntityManager, { kind, id }: CustomerKey): Promise<Person | null> {
  if (kind === "account") return findAccount(em, id);
  const { email, customerId } = (kind === "order" ? await buyerOf(em, id) : await writerOf(em, id)) ?? {
    email: null,
    customerId: null,
  };
  if (email === null) return null;
  const owner = customerId === null ? null : await findAccount(em, customerId);
  if (owner) return owner;
  return (
    (await findAccountOf(em, email)) ?? {
      key: await guestKey(em, email, { kind, id }),
      customerId: null,
      email,
    }
  );
}

const accounts = (em: EntityManager) =>
  typedSql(em).selectFrom("user_account").where("erased_at", "is", null).select(["id", "email"]);

async function findAccount(em: EntityManager, id: number): Promise<Person | null> {
  return personOf(await accounts(em).where("id", "=", id).executeTakeFirst());
}

async function findAccountOf(em: EntityManager, email: string): Promise<Person | null> {
  return personOf(await accounts(em).where(condition`lower(email) = lower(${email})`).executeTakeFirst());
}

function personOf(account: { id: number; email: string } | undefined): Person | null {
  if (!account) return null;
  return { key: { kind: "account", id: account.id }, customerId: account.id, email: account.email };
}

function buyerOf(em: EntityManager, id: number) {
  return typedSql(em)
    .selectFrom("customer_order")
    .where("id", "=", id)
    .select(["customer_email as email", "customer_id as customerId"])
    .executeTakeFirst();
}

async function writerOf(em: EntityManager, id: number) {
  const enquiry = await typedSql(em)
    .selectFrom("enquiry")
    .where("id", "=", id)
    .select("email")
    .executeTakeFirst();
  return enquiry && { email: enquiry.email, customerId: null };
}

const firstSchema = z.object({ order: z.number().nullable(), enquiry: z.number().nullable() });

/** The first order of an address, else its first enquiry. The rows come first, or the smallest id would be looked for in all. */
async function guestKey(em: EntityManager, email: string, asked: CustomerKey): Promise<CustomerKey> {
  const { order, enquiry } = await rawRow(
    em,
    firstSchema,
    `with bought as materialized (select id from customer_order where lower(customer_email) = lower(?)),
          written as materialized (select id from enquiry where lower(email) = lower(?))
     select (select min(id) from bought) as "order", (select min(id) from written) as enquiry`,
    [email, email],
  );
  if (order !== null) return { kind: "order", id: order };
  return enquiry === null ? asked : { kind: "enquiry", id: enquiry };
}
