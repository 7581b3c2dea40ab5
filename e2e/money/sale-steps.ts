import fc from "fast-check";
import { Order, OrderLine } from "#db/entities/index.ts";
import { addToCart } from "#server/cart/change-cart.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { NONE } from "./action.ts";
import { enterBatch, runStatementJobs } from "./batch-steps.ts";
import { Goods } from "./goods.ts";
import type { Model } from "./model.ts";
import { payByCard } from "./paying-steps.ts";
import { decideDispute, deliverAll, dispute, refundInDashboard, sendRefundBack } from "./provider-steps.ts";
import { listCharges, listOpenDisputes, listRefunds } from "./providers.ts";
import { type Deed, deeds, Sale, unitDeeds } from "./sale.ts";
import { preparedFor, shopperOf } from "./shopper.ts";
import { type DrawnSteps, pick, step } from "./step.ts";
import type { World } from "./world.ts";

const ADA = { shopper: 0, tab: 0 };
/** Cheap enough to pay for their delivery, and of two rates of VAT. */
const BOUGHT = [
  { product: 0, units: 5, price: 553, stock: 4 },
  { product: 1, units: 3, price: 399, stock: 2 },
] as const;

const hasSale = ({ sale }: Pick<Model, "sale">) => sale !== null;

const chosen = {
  at: fc.constantFrom(0, 1),
  units: fc.integer({ min: 1, max: 4 }),
  restock: fc.boolean(),
  pence: fc.integer({ min: 1, max: 1500 }),
} as const;

/** A sale, and what follows it, one after another: the shop must say of each what people do and have. */
export const saleSteps: DrawnSteps[] = [
  step({
    name: "a sale",
    weight: 8,
    isFirst: true,
    given: fc.record({ missing: fc.constantFrom(0, 2), since: fc.constantFrom(0, 3) }),
    can: ({ sale }) => sale === null,
    act: sell,
  }),
  step<Deed>({
    name: "after the sale",
    weight: 30,
    given: fc.record({
      kind: fc.constantFrom(...deeds, ...deeds.filter((each) => each !== "cancel"), "send", "send"),
      ...chosen,
      isTooMuch: fc.constant(false),
    }),
    can: hasSale,
    act: tryDeed,
  }),
  step<Deed>({
    name: "a unit too many",
    weight: 6,
    given: fc.record({ kind: fc.constantFrom(...unitDeeds), ...chosen, isTooMuch: fc.constant(true) }),
    can: hasSale,
    act: tryDeed,
  }),
  step({
    name: "its money goes back in the dashboard",
    weight: 2,
    given: fc.record({ part: fc.constantFrom(1, 0.25) }),
    can: hasSale,
    act: async (world, model, { part }) => {
      const [charge] = listCharges();
      if (!charge) return;
      await refundInDashboard(world, charge, part);
      const now = listCharges().find(({ id }) => id === charge.id);
      await deliverAll(world, model);
      if (now && now.refunded > charge.refunded)
        model.sale?.gotBackAtProvider(now.refunded - charge.refunded);
      await check(world, model);
    },
  }),
  step({
    name: "its bank sends money back",
    weight: 3,
    given: fc.record({ which: fc.nat(10) }),
    can: hasSale,
    act: async (world, model, { which }) => {
      const all = listRefunds();
      const refund = pick(
        all.filter(({ status }) => status === "succeeded"),
        which,
      );
      if (!refund || listCharges().some(({ isDisputed }) => isDisputed)) return;
      await sendRefundBack(world, refund);
      await deliverAll(world, model);
      model.sale?.refundCameBack(all.indexOf(refund));
      await check(world, model);
    },
  }),
  step({
    name: "its payer disputes it",
    weight: 1,
    given: fc.record({ won: fc.boolean() }),
    can: hasSale,
    act: async (world, model, { won }) => {
      const [charge] = listCharges();
      const [open] = listOpenDisputes();
      if (open) await decideDispute(world, open, won);
      else if (charge && !charge.isDisputed && charge.refunded < charge.amount) await dispute(world, charge);
      await deliverAll(world, model);
      await check(world, model);
    },
  }),
];

/** Somebody does it, or is refused where it is not possible. */
async function tryDeed(world: World, model: Model, deed: Deed): Promise<void> {
  const { kind, at, units, isTooMuch, restock, pence } = deed;
  // What its bank has taken for the time of a dispute cannot be given back.
  if (kind.startsWith("refund") && listOpenDisputes().length > 0) return;
  const howMany = isTooMuch ? "a unit too many" : `${units} units`;
  const name = `${kind}: line ${at}, ${howMany}, ${restock ? "" : "not "}into stock, ${pence}`;
  let isDone = false;
  await world.act(name, { by: world.staff }, async (context) => {
    try {
      isDone = (await model.sale?.take(context, deed)) === true;
      if (isDone && isTooMuch) world.violated("what is not there is refused", name);
      if (isDone && kind === "count in") model.editStock(world.products[at]?.id ?? 0, units);
      return isDone ? "done" : "not possible";
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      if (!isTooMuch) world.violated("what is possible can be done", `${name}: ${error.message}`);
      return error.message;
    }
  });
  if (isDone) await check(world, model);
  else model.steps -= 1;
}

/** Ada buys both products by card; `missing` of the first were not there, and `since` were counted in since then. */
async function sell(
  world: World,
  model: Model,
  { missing, since }: { missing: number; since: number },
): Promise<void> {
  const shopper = shopperOf(model, ADA);
  for (const { product, units, price, stock } of BOUGHT) {
    const { id, stockQuantity } = world.products[product];
    const left = missing > 0 && product === 0 ? since : stock;
    await enterBatch(world, { product, kilograms: 2000, isMeasured: true, fault: NONE });
    await world.database.rows("update product set price = $2, stock_quantity = $3 where id = $1", [
      ...[id, price, left + units],
    ]);
    model.editStock(id, left + units - stockQuantity);
    await world.act(`Ada adds ${units} of product ${product}`, {}, async (context) => {
      const line = { productId: id, quantity: units };
      shopper.cartId = (await addToCart(context, shopper.cartId, line)).cartId;
    });
  }
  const prepared = await preparedFor(world, model, ADA, "stripe");
  if (!prepared) throw new Error("Ada could not buy.");
  const how = { ...ADA, card: "good", afterwards: "comes back" } as const;
  await world.act("Ada pays by card", {}, (context) => payByCard(context, model, how, prepared));
  await deliverAll(world, model);
  const em = world.contextFor(world.staff).em;
  const [first, second] = await em.find(OrderLine, {}, { orderBy: { id: "asc" } });
  if (!first || !second) throw new Error("Ada's order has no two lines.");
  // Of a backorder some were never there.
  await world.database.rows("update order_line set stock_taken = $2 where id = $1", [
    ...[first.id, first.quantity - missing],
  ]);
  model.editStock(world.products[0].id, -missing);
  const goodsOf = ({ quantity: sold, unitPrice: price }: OrderLine, at: 0 | 1) => {
    const isShort = at === 0 && missing > 0;
    return new Goods({
      sold,
      price,
      missing: isShort ? missing : 0,
      stock: isShort ? since : BOUGHT[at].stock,
    });
  };
  model.sale = new Sale({
    order: await em.findOneOrFail(Order, first.order.id),
    lines: [first, second],
    goods: [goodsOf(first, 0), goodsOf(second, 1)],
    grams: [world.products[0].netGrams, world.products[1].netGrams],
  });
  await check(world, model);
}

async function check(world: World, model: Model): Promise<void> {
  await runStatementJobs(world);
  for (const text of (await model.sale?.wrong(world.contextFor(world.staff))) ?? []) {
    world.violated("the shop says what people have", text);
  }
}
