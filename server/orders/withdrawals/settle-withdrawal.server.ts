import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Order, type Refund, Withdrawal } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { orderCommands } from "../order-commands.ts";
import { makeConfirmationToken } from "../placing/confirm-order.server.ts";
import { addOrderEvent, withNote } from "../status/move-order.server.ts";
import { isAllSent, owedUnits, type UnitsOfLine } from "../units/line-units.ts";
import { linesOfOrder, returnUnits } from "../units/move-units.server.ts";
import { withdrawnText } from "./withdrawal-rules.ts";
import { wordingOf } from "./withdrawal-wording.ts";
import { withdrawalWords } from "./withdrawal-words.ts";

interface Named {
  orderId: number;
  withdrawalId: number;
}

/**
 * Notes that the goods of a withdrawal, or proof that they were sent, are here: from now on the days to refund count.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when it is noted or closed already
 */
export const noteGoodsBack = command(
  orderCommands.goodsBack,
  async (context, { note, ...named }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const { order, withdrawal } = await lockOpen(em, named);
      if (withdrawal.goodsBackAt) throw new ShopError("conflict", "These goods are noted as back already.");
      withdrawal.goodsBackAt = context.clock.now();
      await returnUnits(em, await linesOfOrder(em, order.id), sentUnits(withdrawal));
      addOrderEvent(em, context, {
        order,
        kind: "goods_back",
        message: withNote(`Back with us: ${contentsOf(withdrawal)}`, note),
      });
      await recordChange(em, context, {
        area: "orders",
        action: "goods back",
        subjectId: order.id,
        subjectName: order.invoiceNumber,
        before: { goodsBack: false },
        after: { goodsBack: true, cancelled: contentsOf(withdrawal) },
      });
    });
  },
);

/**
 * Closes a withdrawal that leads to no refund, and tells the customer why. @throws ShopError `unauthenticated`,
 * `forbidden`, `not_found`; `conflict` when it is closed already
 */
export const closeWithdrawal = command(
  orderCommands.closeWithdrawal,
  async (context, { reason, ...named }): Promise<void> => {
    const { settings, publicUrl, clock } = context;
    await inTransaction(context.em, async (em) => {
      const { order, withdrawal } = await lockOpen(em, named);
      withdrawal.closedAt = clock.now();
      withdrawal.closingNote = reason;
      await sendAfterAll(em, order, withdrawal);
      const { noun } = withdrawalWords[wordingOf(order)];
      addOrderEvent(em, context, {
        order,
        kind: "withdrawal_closed",
        message: `The ${noun} was closed without a refund: ${reason}`,
      });
      await recordChange(em, context, {
        area: "orders",
        action: "cancellation closed",
        subjectId: order.id,
        subjectName: order.invoiceNumber,
        before: { cancelled: contentsOf(withdrawal) },
        after: { reason },
      });
      const { invoiceNumber, customerName } = order;
      const token = await makeConfirmationToken(em, invoiceNumber, clock.now());
      await queueEmail(em, {
        key: `withdrawal-closed:${withdrawal.id}`,
        template: "withdrawal-closed",
        recipient: order.customerEmail,
        props: {
          store: storeIdentityOf(settings, publicUrl),
          ...{ invoiceNumber, customerName, noun },
          note: reason,
          orderUrl: `${publicUrl}/order-confirmation?t=${token}`,
        },
      });
    });
  },
);

/** Locks order and withdrawal, in this order like everybody. @throws ShopError `not_found`, `conflict` */
async function lockOpen(
  em: EntityManager,
  { orderId, withdrawalId }: Named,
): Promise<{ order: Order; withdrawal: Withdrawal }> {
  const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!order) throw new ShopError("not_found", "Order not found");
  return { order, withdrawal: await findOpen(em, order, withdrawalId) };
}

async function findOpen(em: EntityManager, order: Order, id: number): Promise<Withdrawal> {
  const withdrawal = await em.findOne(Withdrawal, { id, order: order.id }, { refresh: true });
  if (!withdrawal) throw new ShopError("not_found", "This order was not cancelled by its customer.");
  if (!withdrawal.closedAt) return withdrawal;
  throw new ShopError("conflict", "Somebody was faster: this is settled already. Please look again.");
}

function sentUnits({ lines }: Withdrawal): UnitsOfLine[] {
  return lines.map(({ lineId, sent }) => ({ lineId, quantity: sent }));
}

/** What a statement took off what is to be sent is to be sent again, unless its money or it itself went elsewhere. */
async function sendAfterAll(em: EntityManager, order: Order, withdrawal: Withdrawal): Promise<void> {
  if (order.status === "cancelled") return;
  const lines = await linesOfOrder(em, order.id);
  for (const { lineId, quantity, sent } of withdrawal.lines) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) continue;
    const kept = line.cancelledQuantity - line.cancelledToStock;
    line.cancelledQuantity -= Math.min(quantity - sent, kept, owedUnits(line));
  }
  if (order.dispatchedAt && !isAllSent(lines)) {
    order.dispatchedAt = null;
    if (order.status === "completed") order.status = "processing";
  }
}

/** Closes the withdrawal that a refund is for. The order must be locked. @throws ShopError `not_found`, `conflict` */
export async function closeWithRefund(
  em: EntityManager,
  context: Context,
  { order, withdrawalId, refund }: { order: Order; withdrawalId: number; refund: Refund },
): Promise<void> {
  const withdrawal = await findOpen(em, order, withdrawalId);
  withdrawal.refund = refund;
  withdrawal.closedAt = context.clock.now();
  await em.flush();
}

/** The same where nothing was paid yet, with the note that credits it. */
export async function closeWithCredit(
  em: EntityManager,
  context: Context,
  { order, withdrawalId, note }: { order: Order; withdrawalId: number; note: string },
): Promise<void> {
  const withdrawal = await findOpen(em, order, withdrawalId);
  withdrawal.closingNote = note;
  withdrawal.closedAt = context.clock.now();
  await em.flush();
}

/** Opens the withdrawal of a refund that did not go through: the money is still owed. */
export async function reopenWithoutRefund(em: EntityManager, refund: Refund): Promise<void> {
  const withdrawal = await em.findOne(Withdrawal, { refund: refund.id });
  if (withdrawal) em.assign(withdrawal, { refund: null, closedAt: null });
}

/** Closes what was withdrawn of an order that was cancelled before anybody paid: nothing is owed. */
export async function closeUnpaid(
  em: EntityManager,
  { clock }: Pick<Context, "clock">,
  order: Order,
): Promise<void> {
  const open = await em.find(Withdrawal, { order: order.id, closedAt: null });
  for (const withdrawal of open) {
    em.assign(withdrawal, {
      closedAt: clock.now(),
      closingNote: "The order was cancelled before it was paid",
    });
  }
}

function contentsOf({ lines }: Withdrawal): string {
  return lines.map(withdrawnText).join(", ");
}
