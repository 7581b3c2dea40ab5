import { randomUUID } from "node:crypto";
import { CarbonStatement, CorrectionNote, type OrderLine, Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { cancelOrder, changeOrderStatus } from "#server/orders/change-status.server.ts";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import { handOverOrder } from "#server/orders/hand-over.server.ts";
import { undoDispatch } from "#server/orders/parcels.server.ts";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import { closeWithdrawal, noteGoodsBack, returnGoods } from "#server/orders/returns.server.ts";
import { findStaffOrder, type StaffOrder } from "#server/orders/staff-order-view.server.ts";
import { submitWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import { findWithdrawable } from "#server/orders/withdrawals.server.ts";
import { subjectOf } from "#server/statements/credentials.server.ts";
import type { Goods } from "./goods.ts";

type At = 0 | 1;
const BOTH: readonly At[] = [0, 1];

/** What the customer stated that they cancel: of what had gone out, how much is back. */
interface Statement {
  id: number;
  at: At;
  sent: number;
  unsent: number;
  back: number;
}

export const deeds = [
  ...(["send", "undo", "hand over", "complete", "cancel"] as const),
  ...(["refund units", "refund amount", "refund delivery", "return"] as const),
  ...(["withdraw", "goods back", "close", "refund withdrawn", "count in", "rename"] as const),
];

/** Those of which somebody may ask for a unit more than there is. */
export const unitDeeds = [
  "send",
  "refund units",
  "return",
  "withdraw",
] as const satisfies readonly Deed["kind"][];

/** What somebody does after a sale, with what chance chose. */
export interface Deed {
  kind: (typeof deeds)[number];
  at: At;
  units: number;
  /** Instead of so many units, one more than there is: it must be refused, and so changes nothing. */
  isTooMuch: boolean;
  restock: boolean;
  pence: number;
}

/** What went back, in the order of the provider's refunds. */
interface MoneyBack {
  pence: number;
  at: At;
  units: number;
  /** What it settled. */
  statement: Statement | null;
}

interface Parts {
  order: { id: number; invoiceNumber: string; totalAmount: number; shippingCost: number };
  lines: readonly [OrderLine, OrderLine];
  goods: readonly [Goods, Goods];
  /** What a unit of each weighs. */
  grams: readonly [number, number];
}

/** What follows the sale of two products, of which the first may be a backorder, in books of its own. */
export class Sale {
  readonly #parts: Parts;
  #status: StaffOrder["status"] = "processing";
  #gotBack = 0;
  #refunds: MoneyBack[] = [];
  /** Those that are open. */
  #statements: Statement[] = [];
  /** Those whose money went back. */
  #refunded: Statement[] = [];
  #lastParcel: { id: number; units: number; at: At } | null = null;
  #parcels = 0;
  /** What staff see of it since the last deed. */
  #seen: StaffOrder | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get orderId(): number {
    return this.#parts.order.id;
  }

  /** Money went back at the provider, where nobody says what it is for. */
  gotBackAtProvider(pence: number): void {
    this.#gotBack += pence;
    this.#refunds.push({ pence, at: 0, units: 0, statement: null });
    this.#endIfNothingIsLeft();
  }

  /** The customer's bank sent the money of a refund back: it is owed as before, and goods stay where they are. */
  refundCameBack(which: number): void {
    const refund = this.#refunds[which];
    if (!refund) throw new Error(`There is no refund ${which}.`);
    const { pence, at, units, statement } = refund;
    this.#gotBack -= pence;
    this.#parts.goods[at].credited -= units;
    if (!statement) return;
    this.#refunded = this.#refunded.filter(({ id }) => id !== statement.id);
    this.#statements = [...this.#statements, statement].sort((one, other) => one.id - other.id);
  }

  /** Does it in the shop and in the books. @returns false where it is not possible now */
  async take(staff: Context, deed: Deed): Promise<boolean> {
    const { order, lines, goods } = this.#parts;
    const { at } = deed;
    const [orderId, lineId, line] = [order.id, lines[at].id, goods[at]];
    const view = this.#seen ?? (await findStaffOrder(staff, orderId));
    const maySend = this.#status === "processing" && !view.isHeld;
    const unitsOf = (most: number) => (deed.isTooMuch ? most + 1 : Math.min(deed.units, most));
    switch (deed.kind) {
      case "send": {
        // What the shop counts fewer of can be sent all the same, and is said then: of that the books keep nothing.
        const units = unitsOf(deed.isTooMuch ? line.toCome : line.sendable);
        if (!maySend || units === 0) return false;
        this.#parcels += 1;
        const { parcelId } = await dispatchOrder(staff, {
          ...{ orderId, from: "processing", carrier: "DPD", trackingNumber: `P${this.#parcels}`, note: "" },
          lines: [{ lineId, quantity: units }],
        });
        line.leave(units);
        this.#lastParcel = { id: parcelId, units, at };
        if (this.#isAllSent()) this.#status = "completed";
        return true;
      }
      case "undo": {
        const last = this.#lastParcel;
        if (!last || last.units > goods[last.at].paidInHands - this.#stated(last.at)) return false;
        await undoDispatch(staff, { id: [last.id] });
        goods[last.at].neverLeft(last.units);
        this.#lastParcel = null;
        this.#status = "processing";
        return true;
      }
      case "hand over":
      case "complete": {
        const isHere = goods.every((each) => each.toCome <= each.setAside + each.stock);
        if (!maySend || !isHere || this.#isAllSent()) return false;
        const by = { orderId, from: "processing", note: "" } as const;
        if (deed.kind === "hand over") await handOverOrder(staff, by);
        else await changeOrderStatus(staff, { ...by, to: "completed" });
        for (const each of goods) each.leave(each.toCome);
        this.#status = "completed";
        return true;
      }
      case "cancel": {
        const hasLeft = goods.some(({ left }) => left > 0);
        if (this.#status !== "processing" || (this.#isAllSent() && hasLeft)) return false;
        await cancelOrder(staff, { orderId, from: "processing", note: "", restock: deed.restock });
        for (const each of goods) {
          const neitherSentNorCredited = each.toCome + each.owed;
          each.cancel(each.toCome);
          if (deed.restock) each.putIntoStock(Math.min(each.loose, neitherSentNorCredited));
        }
        this.#status = hasLeft ? "completed" : "cancelled";
        return true;
      }
      case "refund units": {
        const units = unitsOf(line.sold - line.credited);
        const amount = Math.min(units * line.price, deed.isTooMuch ? view.refundable : leftOf(view, at));
        const typed = deed.isTooMuch ? { amount } : {};
        const wanted = { units: [{ lineId, quantity: units }], ...typed, backToStock: deed.restock };
        return this.#refund(staff, view, wanted, { pence: amount, at, units, statement: null });
      }
      case "refund amount": {
        const amount = Math.min(deed.pence, view.refundable);
        return this.#refund(staff, view, { amount }, { pence: amount, at, units: 0, statement: null });
      }
      case "refund delivery": {
        const pence = order.shippingCost - view.creditedDelivery;
        return this.#refund(staff, view, { withDelivery: true }, { pence, at, units: 0, statement: null });
      }
      case "refund withdrawn": {
        const [statement] = this.#statements;
        if (!statement) return false;
        const units = statement.sent + statement.unsent;
        const of = goods[statement.at];
        if (units > of.sold - of.credited) return false;
        const pence = Math.min(units * of.price, leftOf(view, statement.at));
        const wanted = { withdrawalId: statement.id, amount: pence, backToStock: deed.restock };
        return this.#refund(staff, view, wanted, { pence, at: statement.at, units, statement });
      }
      case "return": {
        const units = unitsOf(line.hands);
        if (units === 0) return false;
        const isBackToStock = deed.restock;
        await returnGoods(staff, { orderId, note: "", units: [{ lineId, quantity: units, isBackToStock }] });
        line.comeBack(units);
        if (deed.restock) line.putIntoStock(units);
        this.#noteBack(at, units);
        return true;
      }
      case "withdraw": {
        const units = unitsOf(this.#mayWithdraw(at));
        if (units === 0 || this.#status === "cancelled") return false;
        const { withdrawal } = await submitWithdrawal(staff, this.#visitor, {
          ...{ key: randomUUID(), reason: "", fieldOf: () => "lines" },
          statement: [{ lineId, quantity: units, mixedIntoSoil: false, unsealed: false }],
        });
        const unsent = Math.min(units, line.toCome);
        if ((withdrawal.sendBackBy !== null) !== unsent < units) {
          throw new Error(`told to send back by ${withdrawal.sendBackBy}, and ${units - unsent} are out`);
        }
        line.cancel(unsent);
        this.#statements.push({ id: withdrawal.id, at, unsent, sent: units - unsent, back: 0 });
        return true;
      }
      case "goods back": {
        const statement = this.#statements.find(({ back, sent }) => back < sent);
        if (!statement) return false;
        await noteGoodsBack(staff, { orderId, withdrawalId: statement.id, note: "" });
        goods[statement.at].comeBack(statement.sent - statement.back);
        statement.back = statement.sent;
        return true;
      }
      case "close": {
        const [statement, ...others] = this.#statements;
        if (!statement) return false;
        await closeWithdrawal(staff, { orderId, withdrawalId: statement.id, reason: "Kept" });
        this.#statements = others;
        if (this.#status === "cancelled") return true;
        const again = goods[statement.at].sendAfterAll(statement.unsent);
        if (again > 0 && this.#status === "completed") this.#status = "processing";
        this.#endIfNothingIsLeft();
        return true;
      }
      case "count in": {
        const counted = "update product set stock_quantity = stock_quantity + ? where id = ?";
        await staff.em.fork().execute(counted, [deed.units, lines[at].product.id]);
        line.stock += deed.units;
        return true;
      }
      case "rename": {
        const changed = { name: `Renamed ${deed.pence}`, price: deed.pence };
        await staff.em.fork().nativeUpdate(Product, lines[at].product.id, changed);
        return true;
      }
    }
  }

  /** What people see must be so. @returns what is not, in words */
  async wrong(staff: Context): Promise<string[]> {
    const { order, lines, goods, grams } = this.#parts;
    const em = staff.em.fork();
    const view = await findStaffOrder(staff, order.id);
    this.#seen = view;
    const found: string[] = [];
    const same = (what: string, shown: unknown, own: unknown) => {
      if (JSON.stringify(shown) === JSON.stringify(own)) return;
      found.push(`${what}: the shop says ${JSON.stringify(shown)}, it is ${JSON.stringify(own)}`);
    };
    same("status", view.status, this.#status);
    for (const at of BOTH) {
      const [line, own] = [view.units[at], goods[at]];
      if (!line) continue;
      const { stockQuantity } = await em.findOneOrFail(Product, lines[at].product.id);
      same(`for sale of ${at}`, stockQuantity, own.stock);
      same(`to send of ${at}`, line.toSend, own.toCome);
      same(`in the customer's hands of ${at}`, line.left - line.returned, own.hands);
      same(`sold of ${at}`, line.toSend + line.left + line.cancelled, own.sold);
      same(`credited of ${at}`, line.creditedQuantity, own.credited);
      if (line.creditedAmount > line.lineTotal) found.push(`line ${at} is credited for more than it cost`);
    }
    same("given back", view.refunded, this.#gotBack);
    const credited = view.units.reduce((sum, { creditedAmount }) => sum + creditedAmount, 0);
    same("credited in all", credited + view.creditedDelivery, this.#gotBack);
    const notes = await em.find(CorrectionNote, { order: order.id });
    const onDocuments = notes
      .flatMap(({ kind, content }) => content.lines.map(({ gross }) => (kind === "credit" ? gross : -gross)))
      .reduce((sum, gross) => sum + gross, 0);
    same("on papers", onDocuments, this.#gotBack);
    const isVoid = this.#status === "cancelled" || this.#gotBack >= order.totalAmount;
    if (this.#gotBack === order.totalAmount && !this.#isAllSent() && !view.isHeld) {
      found.push("goods are ready to be sent although all money went back");
    }
    if (this.#status !== "cancelled") {
      const { lines: left } = await findWithdrawable(staff, this.#visitor);
      const may = BOTH.map((at) => this.#mayWithdraw(at));
      same(
        "may be cancelled",
        left.map((each) => each.left),
        may,
      );
    }
    const statement = await em.findOne(CarbonStatement, { order: order.id, revokedAt: null });
    const stated = statement ? subjectOf(statement.credential).lines.filter(({ batch }) => batch) : [];
    const inHands = isVoid ? [] : goods.map(({ hands }) => hands).filter((hands) => hands > 0);
    same("stated as with the customer", stated.map(({ quantity }) => quantity).sort(), inHands.sort());
    const weight = isVoid ? 0 : BOTH.reduce<number>((sum, at) => sum + goods[at].hands * grams[at], 0);
    const said = stated.reduce((sum, line) => sum + ("grams" in line ? line.grams : 0), 0);
    same("grams stated", said, weight);
    return found;
  }

  get #visitor() {
    return { invoiceNumber: this.#parts.order.invoiceNumber, token: null, cartId: null };
  }

  async #refund(
    staff: Context,
    view: StaffOrder,
    wanted: Omit<Parameters<typeof refundOrder>[1], "orderId" | "key" | "seenRefunded" | "reason">,
    refund: MoneyBack,
  ): Promise<boolean> {
    const { pence, at, units, statement } = refund;
    if (pence <= 0 || pence > view.refundable) return false;
    const by = { orderId: view.id, key: randomUUID(), seenRefunded: this.#gotBack, reason: "Asked for" };
    await refundOrder(staff, { ...by, ...wanted });
    this.#gotBack += pence;
    this.#refunds.push(refund);
    if (statement) {
      this.#statements = this.#statements.filter(({ id }) => id !== statement.id);
      this.#refunded.push(statement);
    }
    this.#credit(at, units, wanted.backToStock === true, statement);
    this.#endIfNothingIsLeft();
    return true;
  }

  #endIfNothingIsLeft(): void {
    if (this.#status !== "processing" || !this.#isAllSent() || this.#statements.length > 0) return;
    this.#status = this.#parts.goods.some(({ left }) => left > 0) ? "completed" : "cancelled";
  }

  #isAllSent(): boolean {
    return this.#parts.goods.every(({ toCome }) => toCome === 0);
  }

  #mayWithdraw(at: At): number {
    const { toCome, paidInHands } = this.#parts.goods[at];
    return toCome + Math.max(0, paidInHands - this.#stated(at));
  }

  /** Units in the customer's hands that they have stated, which are not back. */
  #stated(at: At): number {
    const open = this.#statements.filter((each) => each.at === at);
    return open.reduce((sum, { sent, back }) => sum + sent - back, 0);
  }

  #credit(at: At, units: number, restock: boolean, of: Statement | null): void {
    const { goods } = this.#parts;
    const before = goods[at].returned;
    goods[at].credit(units, restock);
    this.#noteBack(at, goods[at].returned - before, of);
  }

  /** What came back is what its customer told of: for `first` they came; then what is open, the oldest first. */
  #noteBack(at: At, units: number, first: Statement | null = null): void {
    let came = units;
    for (const each of [...(first ? [first] : []), ...this.#statements, ...this.#refunded]) {
      if (each.at !== at) continue;
      const its = Math.min(came, each.sent - each.back);
      each.back += its;
      came -= its;
    }
  }
}

/** What of a line's price has not gone back. */
function leftOf({ units }: StaffOrder, at: At): number {
  const line = units[at];
  return line ? line.lineTotal - line.creditedAmount : 0;
}
