import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { type Order, Withdrawal } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { queueStatementsOfOrders } from "#server/batches/queue-statements.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { actorMay } from "#server/core/roles.ts";
import { displayLongDate, displayStamp } from "#server/core/shop-time.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { queueEmails } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import { buyerMailOf, staffUrlOf } from "./confirmation.server.ts";
import { addOrderEvent, cancelUnits, lockOrder, recordOrderChange } from "./move-order.server.ts";
import type { OrderVisitor } from "./own-orders.server.ts";
import {
  LONGEST_REASON,
  placeOnLines,
  type StatedUnits,
  type Statement,
  type UnitMarks,
  type WithdrawableLine,
  type WithdrawnLine,
  withdrawnText,
} from "./withdrawal-rules.ts";
import { withdrawalTexts, wordingOf } from "./withdrawal-texts.ts";
import { findToWithdraw, readToWithdraw, viewOf, type WithdrawalView } from "./withdrawals.server.ts";

interface StatedWithdrawal {
  /** Made with the form, or from what is stated: sent twice, it is one. */
  key: string;
  statement: Statement;
  /** In the customer's words; "" for none. */
  reason: string;
  /** The field of an entry of the statement, for what is wrong with it. */
  fieldOf: (at: number) => string;
}

/**
 * Takes a customer's statement that they cancel an order or a part of it, however often it is sent: a row, a line of the
 * timeline, and mails to them and to the shop. It refuses nothing but what was not ordered or is gone already, and more
 * statements in a day than anybody makes; staff look at what came late or was used (docs/decisions/071-withdrawals.md).
 */
export async function submitWithdrawal(
  context: Context,
  visitor: OrderVisitor,
  stated: StatedWithdrawal,
): Promise<{ withdrawal: WithdrawalView; created: boolean }> {
  const { id } = await findToWithdraw(context, visitor);
  return inTransaction(context.em, async (em) => {
    // Several at once take turns here, and all but the first find what it wrote.
    const found = await readToWithdraw(em, await lockOrder(em, id));
    const same = found.withdrawals.find(({ key }) => key === stated.key);
    const withdrawal = same ?? (await write(em, context, found, stated));
    return { withdrawal: viewOf(withdrawal, found.order), created: !same };
  });
}

/** What a statement comes to, by line. @throws ShopError `validation_failed` beside the field at fault */
export function withdrawnLines(
  { statement, fieldOf }: Pick<StatedWithdrawal, "statement" | "fieldOf">,
  withdrawable: readonly WithdrawableLine[],
): WithdrawnLine[] {
  const { lines, error, at } = placeOnLines(statement, withdrawable);
  if (error === undefined) return lines;
  const field = at === undefined ? "lines" : fieldOf(at);
  throw new ShopError("validation_failed", error, { fields: { [field]: [error] } });
}

async function write(
  em: EntityManager,
  context: Context,
  { order, lines, withdrawable }: Awaited<ReturnType<typeof readToWithdraw>>,
  stated: StatedWithdrawal,
): Promise<Withdrawal> {
  const { actor, clock } = context;
  const now = clock.now();
  const isByStaff = actorMay(actor, "orders.refund");
  const taken = withdrawnLines(stated, withdrawable);
  // Each is a mail to the customer and one to the shop.
  if (!isByStaff) await countAgainstLimit(context, "withdrawal", order.invoiceNumber);
  const withdrawal = em.create(Withdrawal, {
    order,
    key: stated.key,
    lines: taken,
    reason: stated.reason,
    submittedAt: now,
  });
  // What has not gone out stays here from now on; staff may still close the statement.
  cancelUnits(
    lines,
    taken.map(({ lineId, quantity, sent }) => ({ lineId, quantity: quantity - sent })),
  );
  await em.flush();
  await queueStatementsOfOrders(em, [order.id]);
  const contents = taken.map(withdrawnText).join(", ");
  addOrderEvent(em, context, {
    order,
    kind: "withdrawn",
    message: `${isByStaff ? "Cancelled for the customer" : "Cancelled by the customer"}: ${contents}`,
  });
  if (isByStaff) {
    await recordOrderChange(em, context, order, {
      action: "cancelled for the customer",
      after: { cancelled: contents },
    });
  }
  await mail(em, context, order, viewOf(withdrawal, order));
  return withdrawal;
}

/** To the customer, what the law calls an acknowledgement on a durable medium; and to the shop. */
async function mail(
  em: EntityManager,
  context: Context,
  order: Order,
  { id, submittedAt, lines, reason, isLate, sendBackBy }: WithdrawalView,
): Promise<void> {
  const texts = withdrawalTexts[wordingOf(order)];
  const { recipient, facts } = await buyerMailOf(em, context, order);
  const { invoiceNumber, customerName } = facts;
  const stated = {
    ...{ invoiceNumber, customerName, reason, isLate },
    lines: lines.map(withdrawnText),
    sendBackBy: sendBackBy && displayLongDate(sendBackBy),
  };
  await queueEmails(em, context, [
    {
      key: `withdrawal-received:${id}`,
      template: "withdrawal-received",
      recipient,
      props: {
        ...stated,
        orderUrl: facts.orderUrl,
        noun: texts.noun,
        notice: texts.notice,
        orderedOn: displayLongDate(order.createdAt),
        receivedAt: displayStamp(submittedAt),
      },
    },
    {
      key: `new-withdrawal:${id}`,
      template: "new-withdrawal",
      recipient: notificationAddressOf(context.settings),
      props: { ...stated, customerEmail: order.customerEmail, adminUrl: staffUrlOf(context, order) },
    },
  ]);
}

const MOST_UNITS = 9999;

/** The form as it was typed, to be shown again. */
export type TypedWithdrawal = ReturnType<typeof readWithdrawalForm>["typed"];

const FIELD_OF_LINE = /^(quantity|mixedIntoSoil|unsealed)\.([1-9]\d{0,9})$/;
const keySchema = z.uuid();

/** Reads the plain form on which a customer cancels: fields by line, so that it needs no JavaScript. */
export function readWithdrawalForm(form: FormData) {
  const reason = textOf(form, "reason");
  // Made with the form: sent twice, it is one withdrawal.
  const key = keySchema.safeParse(form.get("key")).data ?? randomUUID();
  const isEverything = form.get("what") === "everything";
  /** Quantities and ticked boxes of lines by their names, and `what` where all that is left is meant. */
  const fields: Record<string, string> = isEverything ? { what: "everything" } : {};
  const lines = new Map<number, UnitMarks & { quantity: string }>();
  for (const name of form.keys()) {
    const [, field, id] = FIELD_OF_LINE.exec(name) ?? [];
    if (!field) continue;
    fields[name] = textOf(form, name);
    const line = lines.get(Number(id)) ?? { quantity: "", mixedIntoSoil: false, unsealed: false };
    lines.set(Number(id), { ...line, [field]: field === "quantity" ? fields[name] : true });
  }
  const errors: Record<string, string[]> = {};
  if (reason.length > LONGEST_REASON) errors.reason = [`Keep the reason below ${LONGEST_REASON} characters`];
  const units: (StatedUnits & { lineId: number })[] = [];
  for (const [lineId, { quantity: text, ...marks }] of isEverything ? [] : lines) {
    const read = readNumber(text === "" ? "0" : text);
    const quantity = "plain" in read ? Number(read.plain) : Number.NaN;
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > MOST_UNITS) {
      errors[`quantity.${lineId}`] = ["Enter a whole number, such as 1"];
    } else if (quantity > 0) units.push({ ...marks, lineId, quantity });
  }
  const everything = [...lines].map(([lineId, { quantity: _, ...marks }]) => ({ lineId, ...marks }));
  const statement: Statement = isEverything ? { everything } : units;
  /** The field of an entry of the statement. */
  const fieldOf = (at: number) => `quantity.${units[at]?.lineId ?? 0}`;
  return { typed: { key, reason, fields }, statement, fieldOf, errors };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}
