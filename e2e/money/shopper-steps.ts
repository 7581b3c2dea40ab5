import fc from "fast-check";
import { addToCart, changeQuantity, removeFromCart } from "#server/cart/change-cart.server.ts";
import { fault } from "./action.ts";
import type { Model } from "./model.ts";
import {
  comeBack,
  hasCart,
  nameOf,
  prepare,
  type Someone,
  seeCart,
  shopperOf,
  someone,
  tabOf,
} from "./shopper.ts";
import { type DrawnSteps, pick, step } from "./step.ts";
import type { World } from "./world.ts";

const product = fc.nat(2);

/** What shoppers do before and after they pay. */
export const shopperSteps: DrawnSteps[] = [
  step({
    name: "add",
    weight: 6,
    isFirst: true,
    given: fc.record({ ...someone, product, quantity: fc.integer({ min: 1, max: 3 }) }),
    act: (world, model, input) => changeCart(world, model, { ...input, isAdded: true }),
  }),
  step({
    name: "change quantity",
    weight: 2,
    given: fc.record({ ...someone, product, quantity: fc.nat(3) }),
    can: (model, input) => hasCart(shopperOf(model, input)),
    act: (world, model, input) => changeCart(world, model, { ...input, isAdded: false }),
  }),
  step({
    name: "edit details",
    weight: 2,
    isFirst: true,
    given: fc.record({
      ...someone,
      address: fc.constantFrom("1 Mill Lane", "2 High Street"),
      country: fc.constantFrom("United Kingdom", "Ireland"),
    }),
    act: async (world, model, input) => {
      const { address, country } = input;
      const tab = tabOf(model, input);
      tab.form = { ...tab.form, address, country, shippingCountry: country };
      world.log.push(`${nameOf(input)} types ${address}, ${country}`);
    },
  }),
  step({
    name: "look at the checkout",
    weight: 1,
    given: fc.record(someone),
    act: (world, model, input) =>
      world.act(`${nameOf(input)} reloads the checkout`, {}, async (context) => {
        await seeCart(context, tabOf(model, input), shopperOf(model, input).cartId);
        tabOf(model, input).prepared = null;
      }),
  }),
  step({
    name: "prepare",
    weight: 7,
    given: fc.record({ ...someone, method: fc.constantFrom("stripe", "paypal"), fault }),
    can: (model, input) => hasCart(shopperOf(model, input)),
    act: prepare,
  }),
  step({
    name: "come back",
    weight: 4,
    given: fc.record({ ...someone, fault, twice: fc.boolean() }),
    can: (model, input) => tabOf(model, input).back !== null,
    act: (world, model, input) =>
      world.actOnceOrTwice(`${nameOf(input)} comes back to the shop`, input, (context) =>
        comeBack(context, model, tabOf(model, input)),
      ),
  }),
  step({
    name: "leave",
    weight: 1,
    given: fc.record(someone),
    act: async (world, model, input) => {
      Object.assign(tabOf(model, input), { prepared: null, payable: null, back: null });
      world.log.push(`${nameOf(input)} closes the page`);
    },
  }),
];

async function changeCart(
  world: World,
  model: Model,
  input: Someone & { product: number; quantity: number; isAdded: boolean },
): Promise<void> {
  const { quantity, isAdded } = input;
  const shopper = shopperOf(model, input);
  const productId = pick(world.products, input.product)?.id ?? 0;
  const name = `${nameOf(input)} ${isAdded ? "adds" : "wants"} ${quantity} of product ${input.product}`;
  await world.act(name, {}, async (context) => {
    try {
      if (isAdded)
        shopper.cartId = (await addToCart(context, shopper.cartId, { productId, quantity })).cartId;
      else if (!shopper.cartId) return;
      else if (quantity === 0) await removeFromCart(context, shopper.cartId, { productId });
      else await changeQuantity(context, shopper.cartId, { productId, quantity });
    } finally {
      await seeCart(context, tabOf(model, input), shopper.cartId);
    }
  });
}
