import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { CarbonStatement, CorrectionNote, Order, OrderLine, Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { StaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { findStaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { dispatchOrder } from "#server/orders/parcels/dispatch-order.server.ts";
import { takeDispatchBack } from "#server/orders/parcels/take-dispatch-back.server.ts";
import { refundOrder } from "#server/orders/refunds/refund-order.server.ts";
import { cancelOrder, changeOrderStatus } from "#server/orders/status/change-order-status.server.ts";
import { handOverOrder } from "#server/orders/status/hand-over.server.ts";
import { returnGoods } from "#server/orders/units/return-goods.server.ts";
import { findWithdrawable } from "#server/orders/withdrawals/find-withdrawals.server.ts";
import { closeWithdrawal, noteGoodsBack } from "#server/orders/withdrawals/settle-withdrawal.server.ts";
import { submitWithdrawal } from "#server/orders/withdrawals/submit-withdrawal.server.ts";
import { subjectOf } from "#server/statements/read-credential.server.ts";
import { asUser, makeOrder, makeUser } from "./factories.ts";
import { makeMeasuredProduct, settleStatements } from "./statements.ts";

/*
 * A shelf and a customer's hands, for the random test of what happens after a sale. Its books are kept by what people do
 * with goods and money, never by what the database says (docs/decisions/092-what-happened-to-each-unit.md).
 */

type At = 0 | 1;

/** Where the units of an order line are. */
interface Goods {
  sold: number;
  price: number;
  /** On the shelf, for the order. */
  setAside: number;
  /** The customer still expects them. */
  toCome: number;
  hands: number;
  /** In the house, and neither for sale nor for the order: since they were cancelled; since they came back. */
  loose: number;
  back: number;
  cancelled: number;
  /** Of the cancelled, those that were put back into stock. */
  sorted: number;
  left: number;
  returned: number;
  /** Units whose price went back. */
  credited: number;
}

interface Statement {
  id: number;
  at: At;
  sent: number;
  unsent: number;
  isBack: boolean;
}

const kinds = [
  ...(["send", "send", "send", "undo", "hand over", "complete"] as const),
  ...(["refund units", "refund units", "refund amount", "refund delivery"] as const),
  ...(["withdraw", "withdraw", "goods back", "close", "refund withdrawn", "return"] as const),
  ...(["cancel", "count in", "rename"] as const),
];

/** What somebody does, with what chance chose. */
interface Chosen {
  kind: (typeof kinds)[number];
  at: At;
  units: number;
  restock: boolean;
  pence: number;
}

/** Any step: many are impossible when their turn comes, and are skipped. */
const anyStep: fc.Arbitrary<Chosen> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.constantFrom<At>(0, 1),
  units: fc.integer({ min: 1, max: 4 }),
  restock: fc.boolean(),
  pence: fc.integer({ min: 1, max: 4000 }),
});

const DELIVERY = 1099;
const GRAMS = 5_000;
const BOTH: readonly At[] = [0, 1];

interface Parts {
  context: Context;
  manager: Context;
  order: Pick<Order, "id" | "invoiceNumber" | "totalAmount">;
  lines: [number, number];
  products: [number, number];
  stock: [number, number];
  goods: [Goods, Goods];
}

/** The world of one order of two lines, of which the first may be a backorder. */
class AfterSale {
  readonly log: string[] = [];
  readonly #parts: Parts;
  #status: StaffOrder["status"] = "processing";
  #gotBack = 0;
  #statements: Statement[] = [];
  #lastParcel: { id: number; units: number; at: At } | null = null;
  #parcels = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Somebody bought five and three, paid in cash; `missing` of the five were not there. */
  static async open(context: Context, missing: number): Promise<AfterSale> {
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    const [one, two] = [await makeMeasuredProduct(context), await makeMeasuredProduct(context)];
    const order = await makeOrder(context, {
      lines: [
        { product: one.product, quantity: 5 },
        { product: two.product, quantity: 3 },
      ],
    });
    const em = context.em.fork();
    const [first, second] = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
    if (!first || !second) throw new Error("The order has no two lines.");
    const totalAmount = order.totalAmount + DELIVERY;
    await em.nativeUpdate(Order, order.id, {
      ...{ paymentMethod: "cash", transactionId: null, shippingCost: DELIVERY, totalAmount },
    });
    await em.nativeUpdate(OrderLine, first.id, { stockTaken: 5 - missing });
    const stock: [number, number] = [missing > 0 ? 0 : 4, 2];
    await em.nativeUpdate(Product, one.product.id, { stockQuantity: stock[0] });
    await em.nativeUpdate(Product, two.product.id, { stockQuantity: stock[1] });
    const goodsOf = ({ quantity, unitPrice }: OrderLine, setAside: number): Goods => ({
      ...{ sold: quantity, price: unitPrice, setAside, toCome: quantity, hands: 0, loose: 0, back: 0 },
      ...{ cancelled: 0, sorted: 0, left: 0, returned: 0, credited: 0 },
    });
    return new AfterSale({
      ...{ context, manager, stock },
      order: { id: order.id, invoiceNumber: order.invoiceNumber, totalAmount },
      lines: [first.id, second.id],
      products: [one.product.id, two.product.id],
      goods: [goodsOf(first, 5 - missing), goodsOf(second, 3)],
    });
  }

  /** Does it in the shop and in the books, where it is possible. */
  async take(step: Chosen): Promise<void> {
    const told = `${step.kind}: line ${step.at}, ${step.units} units, ${step.restock ? "" : "not "}into stock, ${step.pence}`;
    this.log.push(told);
    const { manager, order } = this.#parts;
    if (await this.#do(step, await findStaffOrder(manager, order.id))) return;
    this.log.pop();
  }

  /** What people see must be so. @returns what is not, in words */
  async wrong(): Promise<string[]> {
    const { context, manager, order, products, goods, stock } = this.#parts;
    const view = await findStaffOrder(manager, order.id);
    const found: string[] = [];
    const same = (what: string, shown: unknown, own: unknown) => {
      if (JSON.stringify(shown) !== JSON.stringify(own)) {
        found.push(`${what}: the shop says ${JSON.stringify(shown)}, it is ${JSON.stringify(own)}`);
      }
    };
    same("status", view.status, this.#status);
    const rows = await context.em.fork().find(Product, { id: { $in: products } }, { orderBy: { id: "asc" } });
    same(
      "for sale",
      rows.map(({ stockQuantity }) => stockQuantity),
      stock,
    );
    for (const at of BOTH) {
      const line = view.units[at];
      const own = goods[at];
      if (!line) continue;
      same(`to send of ${at}`, line.toSend, own.toCome);
      same(`in the customer's hands of ${at}`, line.left - line.returned, own.hands);
      same(`sold of ${at}`, line.toSend + line.left + line.cancelled, own.sold);
      same(`credited of ${at}`, line.creditedQuantity, own.credited);
      if (line.creditedAmount > line.lineTotal) found.push(`line ${at} is credited for more than it cost`);
    }
    same("given back", view.refunded, this.#gotBack);
    const credited = view.units.reduce((sum, { creditedAmount }) => sum + creditedAmount, 0);
    same("credited in all", credited + view.creditedDelivery, this.#gotBack);
    const notes = await context.em.fork().find(CorrectionNote, { order: order.id });
    const papers = notes.flatMap(({ content }) => content.lines).reduce((sum, { gross }) => sum + gross, 0);
    same("on papers", papers, this.#gotBack);
    if (this.#gotBack === order.totalAmount && goods.some(({ toCome }) => toCome > 0) && !view.isHeld) {
      found.push("goods are ready to be sent although all money went back");
    }
    if (this.#status !== "cancelled") {
      const { lines } = await findWithdrawable(manager, this.#visitor);
      same(
        "may be cancelled",
        lines.map(({ left }) => left),
        BOTH.map((at) => this.#mayWithdraw(at)),
      );
    }
    await settleStatements(context);
    const statement = await context.em.fork().findOne(CarbonStatement, { order: order.id, revokedAt: null });
    const stated = statement ? subjectOf(statement.credential).lines.filter(({ batch }) => batch) : [];
    const isVoid = this.#status === "cancelled" || this.#gotBack >= order.totalAmount;
    same(
      "stated as with the customer",
      stated.map(({ quantity }) => quantity).sort(),
      isVoid
        ? []
        : goods
            .map(({ hands }) => hands)
            .filter((hands) => hands > 0)
            .sort(),
    );
    const kilograms = goods.reduce((sum, { hands }) => sum + hands, 0) * GRAMS;
    const grams = stated.reduce((sum, line) => sum + ("grams" in line ? line.grams : 0), 0);
    same("grams stated", grams, isVoid ? 0 : kilograms);
    return found;
  }

  get #visitor() {
    return { invoiceNumber: this.#parts.order.invoiceNumber, token: null, cartId: null };
  }

  /** False where it is not possible now. */
  async #do(step: Chosen, view: StaffOrder): Promise<boolean> {
    const { context, manager, order, lines, products, goods, stock } = this.#parts;
    const { at } = step;
    const [orderId, lineId, line] = [order.id, lines[at], goods[at]];
    const maySend = this.#status === "processing" && !view.isHeld;
    switch (step.kind) {
      case "send": {
        const units = Math.min(step.units, line.toCome, line.setAside + stock[at]);
        if (!maySend || units === 0) return false;
        this.#parcels += 1;
        const { parcelId } = await dispatchOrder(manager, {
          ...{ orderId, from: "processing", carrier: "DPD", trackingNumber: `P${this.#parcels}`, note: "" },
          lines: [{ lineId, quantity: units }],
        });
        this.#leaves(at, units);
        this.#lastParcel = { id: parcelId, units, at };
        if (this.#isAllSent()) this.#status = "completed";
        return true;
      }
      case "undo": {
        const last = this.#lastParcel;
        if (!last || goods[last.at].returned > 0 || this.#statements.length > 0) return false;
        await takeDispatchBack(manager, { id: [last.id] });
        const sent = goods[last.at];
        sent.hands -= last.units;
        sent.left -= last.units;
        sent.setAside += last.units;
        sent.toCome += last.units;
        this.#lastParcel = null;
        this.#status = "processing";
        return true;
      }
      case "hand over":
      case "complete": {
        const isHere = BOTH.every((each) => goods[each].toCome <= goods[each].setAside + stock[each]);
        if (!maySend || !isHere || this.#isAllSent()) return false;
        const by = { orderId, from: "processing", note: "" } as const;
        if (step.kind === "hand over") await handOverOrder(manager, by);
        else await changeOrderStatus(manager, { ...by, to: "completed" });
        for (const each of BOTH) this.#leaves(each, goods[each].toCome);
        this.#lastParcel = null;
        this.#status = "completed";
        return true;
      }
      case "refund units": {
        const units = Math.min(step.units, line.sold - line.credited);
        const amount = Math.min(units * line.price, this.#leftOf(view, at));
        const wanted = { units: [{ lineId, quantity: units }], backToStock: step.restock };
        return this.#refund(view, wanted, amount, () => this.#credit(at, units, step.restock));
      }
      case "refund amount": {
        const amount = Math.min(step.pence, view.refundable);
        return this.#refund(view, { amount }, amount, () => undefined);
      }
      case "refund delivery":
        return this.#refund(view, { withDelivery: true }, DELIVERY - view.creditedDelivery, () => undefined);
      case "withdraw": {
        const units = Math.min(step.units, this.#mayWithdraw(at));
        if (units === 0 || this.#status === "cancelled") return false;
        const { withdrawal } = await submitWithdrawal(manager, this.#visitor, {
          ...{ key: randomUUID(), reason: "", fieldOf: () => "lines" },
          statement: [{ lineId, quantity: units, mixedIntoSoil: false, unsealed: false }],
        });
        const unsent = Math.min(units, line.toCome);
        if ((withdrawal.sendBackBy !== null) !== unsent < units) {
          throw new Error(`told to send back by ${withdrawal.sendBackBy}, and ${units - unsent} are out`);
        }
        this.#isNotSent(at, unsent);
        this.#statements.push({ id: withdrawal.id, at, unsent, sent: units - unsent, isBack: false });
        return true;
      }
      case "goods back": {
        const statement = this.#statements.find(({ isBack, sent }) => !isBack && sent > 0);
        if (!statement) return false;
        await noteGoodsBack(manager, { orderId, withdrawalId: statement.id, note: "" });
        statement.isBack = true;
        this.#comesBack(statement.at, statement.sent);
        return true;
      }
      case "close": {
        const [statement, ...others] = this.#statements;
        if (!statement) return false;
        await closeWithdrawal(manager, { orderId, withdrawalId: statement.id, reason: "Kept" });
        this.#statements = others;
        if (this.#status !== "cancelled") this.#isSentAfterAll(statement);
        return true;
      }
      case "refund withdrawn": {
        const [statement, ...others] = this.#statements;
        if (!statement) return false;
        const units = statement.sent + statement.unsent;
        const of = goods[statement.at];
        if (units > of.sold - of.credited) return false;
        const amount = Math.min(units * of.price, this.#leftOf(view, statement.at));
        const wanted = { withdrawalId: statement.id, amount, backToStock: step.restock };
        return this.#refund(view, wanted, amount, () => {
          this.#statements = others;
          this.#credit(statement.at, units, step.restock);
        });
      }
      case "return": {
        const units = Math.min(step.units, line.hands);
        if (units === 0) return false;
        await returnGoods(manager, {
          ...{ orderId, note: "" },
          units: [{ lineId, quantity: units, isBackToStock: step.restock }],
        });
        this.#comesBack(at, units);
        if (step.restock) this.#intoStock(at, units);
        let named = units;
        for (const waiting of this.#statements.filter((each) => each.at === at && !each.isBack)) {
          if (waiting.sent === 0 || waiting.sent > named) continue;
          waiting.isBack = true;
          named -= waiting.sent;
        }
        return true;
      }
      case "cancel": {
        if (this.#status !== "processing" || (this.#isAllSent() && goods.some(({ left }) => left > 0)))
          return false;
        await cancelOrder(manager, { orderId, from: "processing", note: "", restock: step.restock });
        for (const each of BOTH) {
          this.#isNotSent(each, goods[each].toCome);
          if (step.restock) this.#intoStock(each, goods[each].loose);
        }
        this.#status = goods.some(({ left }) => left > 0) ? "completed" : "cancelled";
        return true;
      }
      case "count in": {
        const counted = "update product set stock_quantity = stock_quantity + ? where id = ?";
        await context.em.fork().execute(counted, [step.units, products[at]]);
        stock[at] += step.units;
        return true;
      }
      case "rename": {
        const changed = { name: `Renamed ${step.pence}`, price: step.pence };
        await context.em.fork().nativeUpdate(Product, products[at], changed);
        return true;
      }
    }
  }

  /** What of a line's price has not gone back. */
  #leftOf({ units }: StaffOrder, at: At): number {
    const line = units[at];
    return line ? line.lineTotal - line.creditedAmount : 0;
  }

  async #refund(
    view: StaffOrder,
    wanted: Omit<Parameters<typeof refundOrder>[1], "orderId" | "key" | "seenRefunded" | "reason">,
    amount: number,
    then: () => void,
  ): Promise<boolean> {
    if (amount <= 0 || amount > view.refundable) return false;
    const { manager, order } = this.#parts;
    await refundOrder(manager, {
      ...{ orderId: order.id, key: randomUUID(), seenRefunded: this.#gotBack, reason: "Asked for" },
      ...wanted,
    });
    this.#gotBack += amount;
    then();
    if (this.#status === "processing" && this.#isAllSent() && this.#statements.length === 0) {
      this.#status = this.#parts.goods.some(({ left }) => left > 0) ? "completed" : "cancelled";
    }
    return true;
  }

  /** Units that the customer was given the money for and keeps. */
  #keptCredited({ credited, cancelled, returned }: Goods): number {
    return Math.max(0, credited - cancelled - returned);
  }

  #mayWithdraw(at: At): number {
    const line = this.#parts.goods[at];
    const told = this.#statements.filter((each) => each.at === at && !each.isBack);
    const onTheWay = told.reduce((sum, { sent }) => sum + sent, 0);
    return line.toCome + Math.max(0, line.hands - Math.min(line.hands, this.#keptCredited(line)) - onTheWay);
  }

  #isAllSent(): boolean {
    return this.#parts.goods.every(({ toCome }) => toCome === 0);
  }

  #leaves(at: At, units: number): void {
    const line = this.#parts.goods[at];
    const fromAside = Math.min(units, line.setAside);
    line.setAside -= fromAside;
    this.#parts.stock[at] -= units - fromAside;
    line.toCome -= units;
    line.left += units;
    line.hands += units;
  }

  #isNotSent(at: At, units: number): void {
    const line = this.#parts.goods[at];
    line.toCome -= units;
    line.cancelled += units;
    const spare = Math.max(0, line.setAside - line.toCome);
    line.setAside -= spare;
    line.loose += spare;
  }

  #isSentAfterAll({ at, unsent }: Statement): void {
    const line = this.#parts.goods[at];
    const owed = Math.max(0, line.cancelled + line.returned - line.credited);
    const units = Math.min(unsent, line.cancelled - line.sorted, owed);
    line.cancelled -= units;
    line.toCome += units;
    const aside = Math.min(line.loose, Math.max(0, line.toCome - line.setAside));
    line.setAside += aside;
    line.loose -= aside;
    if (units > 0 && this.#status === "completed") this.#status = "processing";
  }

  #comesBack(at: At, units: number): void {
    const line = this.#parts.goods[at];
    const came = Math.min(units, line.hands);
    line.hands -= came;
    line.returned += came;
    line.back += came;
  }

  #intoStock(at: At, units: number): void {
    const line = this.#parts.goods[at];
    const loose = Math.min(units, line.loose);
    const back = Math.min(units - loose, line.back);
    line.loose -= loose;
    line.sorted += loose;
    line.back -= back;
    this.#parts.stock[at] += loose + back;
  }

  /** First what is gone, then what the customer has, then what is to come. */
  #credit(at: At, units: number, restock: boolean): void {
    const line = this.#parts.goods[at];
    const gone = Math.min(units, Math.max(0, line.cancelled + line.returned - line.credited));
    const had = Math.min(units - gone, Math.max(0, line.hands - this.#keptCredited(line)));
    line.credited += units;
    this.#isNotSent(at, Math.min(units - gone - had, line.toCome));
    if (!restock) return;
    this.#comesBack(at, had);
    this.#intoStock(at, units);
  }
}

const MOST_STEPS = 40;

/** Lives through so many sequences of 40 steps. @throws Error with the steps of the shortest that goes wrong */
export async function liveThrough(context: Context, sequences: number): Promise<void> {
  const steps = fc.array(anyStep, { minLength: MOST_STEPS / 2, maxLength: MOST_STEPS, size: "max" });
  const property = fc.asyncProperty(fc.constantFrom(0, 0, 2), steps, async (missing, taken) => {
    const world = await AfterSale.open(context, missing);
    for (const step of taken) {
      await world.take(step);
      const wrong = await world.wrong();
      if (wrong.length > 0) throw new Error([`${missing} missing`, ...world.log, ...wrong].join("\n"));
    }
  });
  await fc.assert(property, { numRuns: sequences });
}
