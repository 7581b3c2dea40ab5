import { randomInt } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { CorrectionNote, Order, OrderLine, type Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { creditOf, debitReasons } from "./correction-note.ts";
import type { RefundLine } from "./refund-rules.ts";
import { invoiceSellerOf } from "./vat-invoice.ts";

const INVOICE_NUMBER = /^INV-\d{10,16}$/;
/**
 * A number contains the time of its order. Clients' clocks differ by up to this much, and carts stay open overnight.
 */
const CLOCK_TOLERANCE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * The number that a client requests (docs/rules.md#orders-3), if its time is about now: an order is never dated years
 * ahead or before the shop, nor does its number resemble one that the shop will give somebody else.
 */
export function acceptableNumber(requested: string | null, now: Date): string | null {
  const [milliseconds] = requested?.match(/(?<=^INV-)\d{13}/) ?? [];
  const isOfNow = Math.abs(Number(milliseconds) - now.getTime()) <= CLOCK_TOLERANCE_MILLISECONDS;
  return isOfNow ? requested : null;
}

/**
 * The requested invoice number when it is valid and free, otherwise a new one. It is reserved until the transaction
 * ends: two simultaneous orders never choose the same.
 */
export async function chooseInvoiceNumber(
  em: EntityManager,
  requested: string | null,
  now: Date,
): Promise<string> {
  if (requested && INVOICE_NUMBER.test(requested) && (await reserve(em, requested))) return requested;
  for (;;) {
    const made = madeNumber(now);
    if (await reserve(em, made)) return made;
  }
}

/** The number when it is valid, otherwise a new one; neither is reserved, nor known to be free. */
export function validOrMadeNumber(number: string | null, now: Date): string {
  return number && INVOICE_NUMBER.test(number) ? number : madeNumber(now);
}

/** The number that a checkout was promised, however long ago; otherwise the one that the client requests now. */
export function promisedNumber(promised: string | null, requested: string | null, now: Date): string | null {
  if (requested === promised) return promised;
  return acceptableNumber(requested, now) ?? promised;
}

function madeNumber(now: Date): string {
  return `INV-${now.getTime()}${String(randomInt(1000)).padStart(3, "0")}`;
}

const lockSchema = z.object({ reserved: z.boolean() });

/** Whether the number is free and nobody else is about to use it. */
async function reserve(em: EntityManager, number: string): Promise<boolean> {
  const lock = await rawRow(
    em,
    lockSchema,
    "select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as reserved",
    [`invoice number ${number}`],
  );
  return lock.reserved && (await em.count(Order, { invoiceNumber: number })) === 0;
}

const counterSchema = z.object({ value: z.number() });

/**
 * Takes the next number of the gapless VAT invoice series (docs/rules.md#papers-1). The counter's row stays locked
 * until the caller's transaction ends, and a rollback gives the number back: take it last.
 */
export async function takeVatInvoiceNumber(em: EntityManager, prefix: string): Promise<string> {
  const { value } = await rawRow(em, counterSchema, "select next_number('vat_invoice') as value");
  return numberOf(prefix, value);
}

/** Takes the next number of the credit notes' own gapless series, which the first one creates; otherwise as above. */
export async function takeCreditNoteNumber(em: EntityManager, prefix: string): Promise<string> {
  return numberOf(`${prefix}-CN`, await countOn(em, "credit_note"));
}

async function countOn(em: EntityManager, series: "credit_note" | "debit_note"): Promise<number> {
  const { value } = await rawRow(
    em,
    counterSchema,
    `insert into counter (name, value) values (?, 1)
     on conflict (name) do update set value = counter.value + 1 returning value`,
    [series],
  );
  return value;
}

/** "OXB-CN-000012" */
function numberOf(series: string, value: number): string {
  return `${series}-${String(value).padStart(6, "0")}`;
}

interface Credited {
  reason: string;
  lines: readonly RefundLine[];
  /** None where nobody has paid what is credited. */
  refund?: Refund;
  key?: string;
}

/**
 * Issues the credit note of a refund that has been paid out, dated now, unless one stands; or that of what of an unpaid
 * order is not to be paid any more, whose VAT is due until then (docs/decisions/031). The order must be locked; the
 * counter is locked last.
 */
export async function issueCreditNote(
  em: EntityManager,
  { settings, clock }: Context,
  order: Order,
  { reason, lines: credited, refund, key }: Credited,
): Promise<CorrectionNote> {
  const standing = await standingCreditNotes(em, order.id);
  const own = refund && standing.find((note) => note.refund?.id === refund.id);
  if (own) return own;
  const { shippingCost, delivery = null, seller } = order;
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const note = em.create(CorrectionNote, {
    ...{ order, reason, kind: "credit", refund: refund ?? null, key: key ?? null },
    number: await takeCreditNoteNumber(em, settings.orderNumberPrefix),
    content: creditOf(
      { lines, shippingCost, delivery },
      { credited, earlier: standing.map(({ content }) => content) },
      seller ?? invoiceSellerOf(settings),
    ),
    issuedAt: clock.now(),
  });
  await em.flush();
  return note;
}

/**
 * Takes a refund's credit note back, if one stands, with a debit note dated now: the credit note itself keeps counting on
 * its own day. The order must be locked.
 */
export async function debitRefund(
  em: EntityManager,
  { settings, clock }: Context,
  order: Order,
  refund: Refund,
  reason: string = debitReasons.returned,
): Promise<CorrectionNote | null> {
  const standing = await standingCreditNotes(em, order.id);
  const credit = standing.find((note) => note.refund?.id === refund.id);
  if (!credit) return null;
  const note = em.create(CorrectionNote, {
    ...{ order, refund, reason, kind: "debit", reverses: credit },
    number: numberOf(`${settings.orderNumberPrefix}-DN`, await countOn(em, "debit_note")),
    content: credit.content,
    issuedAt: clock.now(),
  });
  await em.flush();
  return note;
}

/** The credit notes of an order without a debit note that cancels them, oldest first. */
export async function standingCreditNotes(em: EntityManager, orderId: number): Promise<CorrectionNote[]> {
  const notes = await em.find(CorrectionNote, { order: orderId }, { orderBy: { id: "asc" } });
  const reversed = new Set(notes.map(({ reverses }) => reverses?.id));
  return notes.filter(({ id, kind }) => kind === "credit" && !reversed.has(id));
}
