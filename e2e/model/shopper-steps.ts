import fc from "fast-check";
import { addToCart, changeQuantity, removeFromCart } from "#server/cart/change-cart.server.ts";
import { preparePayment } from "#server/checkout/prepare-payment.server.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { type Mishap, mishap, NONE } from "./mishaps.ts";
import { hasCart, type Model } from "./model.ts";
import { comeBack, seeCart, toldBy } from "./shop-page.ts";
import { nameOf, pick, type Someone, type Step, shopperOf, someone, step, tabOf } from "./step.ts";
import type { World } from "./world.ts";

const product = fc.nat(2);

/** What shoppers do before and after they pay. */
export const shopperSteps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 6,
    arbitrary: step({
      name: "add",
      isFirst: true,
      given: fc.record({ ...someone, product, quantity: fc.integer({ min: 1, max: 3 }) }),
      act: (world, model, input) =>
        world.act(
          `${nameOf(input)} adds ${input.quantity} of product ${input.product}`,
          {},
          async (context) => {
            const shopper = shopperOf(model, input);
            const productId = pick(world.products, input.product)?.id ?? 0;
            try {
              shopper.cartId = (
                await addToCart(context, shopper.cartId, { productId, quantity: input.quantity })
              ).cartId;
            } catch (error) {
              return toldBy(error);
            } finally {
              await seeCart(context, tabOf(model, input), shopper.cartId);
            }
          },
        ),
    }),
  },
  {
    weight: 2,
    arbitrary: step({
      name: "change quantity",
      given: fc.record({ ...someone, product, quantity: fc.nat(3) }),
      can: (model, input) => hasCart(shopperOf(model, input)),
      act: (world, model, input) =>
        world.act(
          `${nameOf(input)} wants ${input.quantity} of product ${input.product}`,
          {},
          async (context) => {
            const { cartId } = shopperOf(model, input);
            const productId = pick(world.products, input.product)?.id ?? 0;
            if (!cartId) return;
            try {
              if (input.quantity === 0) await removeFromCart(context, cartId, { productId });
              else await changeQuantity(context, cartId, { productId, quantity: input.quantity });
            } catch (error) {
              return toldBy(error);
            } finally {
              await seeCart(context, tabOf(model, input), cartId);
            }
          },
        ),
    }),
  },
  {
    weight: 2,
    arbitrary: step({
      name: "edit details",
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
  },
  {
    weight: 1,
    arbitrary: step({
      name: "look at the checkout",
      given: fc.record(someone),
      act: (world, model, input) =>
        world.act(`${nameOf(input)} reloads the checkout`, {}, async (context) => {
          await seeCart(context, tabOf(model, input), shopperOf(model, input).cartId);
          tabOf(model, input).prepared = null;
          return undefined;
        }),
    }),
  },
  {
    weight: 7,
    arbitrary: step({
      name: "prepare",
      given: fc.record({
        ...someone,
        method: fc.constantFrom("stripe", "paypal"),
        mishap,
      }),
      can: (model, input) => hasCart(shopperOf(model, input)),
      act: (world, model, input) => prepare(world, model, input),
    }),
  },
  {
    weight: 4,
    arbitrary: step({
      name: "come back",
      given: fc.record({ ...someone, mishap, twice: fc.boolean() }),
      can: (model, input) => tabOf(model, input).back !== null,
      act: async (world, model, input) => {
        const name = `${nameOf(input)} comes back to the shop`;
        const once = () =>
          world.act(name, { mishap: input.mishap }, (context) =>
            comeBack(context, model, tabOf(model, input)),
          );
        await Promise.all(input.twice ? [once(), once()] : [once()]);
      },
    }),
  },
  {
    weight: 1,
    arbitrary: step({
      name: "leave",
      given: fc.record(someone),
      act: async (world, model, input) => {
        const tab = tabOf(model, input);
        Object.assign(tab, { prepared: null, payable: null, back: null });
        world.log.push(`${nameOf(input)} closes the page`);
      },
    }),
  },
];

/** The page requests a prepared payment, as it does by itself after a change; only its last response counts. */
export async function prepare(
  world: World,
  model: Model,
  input: Someone & { method: ProviderId; mishap?: Mishap },
): Promise<void> {
  const { method, mishap = NONE } = input;
  const shopper = shopperOf(model, input);
  const tab = tabOf(model, input);
  tab.asked += 1;
  await world.act(`${nameOf(input)} prepares ${method}`, { mishap }, async (context) => {
    if (tab.cart === "") await seeCart(context, tab, shopper.cartId);
    const { form, cart, asked: requested } = tab;
    try {
      const next = await preparePayment(context, { cartId: shopper.cartId, form, method, mode: "in-page" });
      if (requested !== tab.asked) return "out of date";
      if (next.kind === "elsewhere") {
        tab.back = {
          paymentIntent: new URL(next.url, context.publicUrl).searchParams.get("payment_intent") ?? "",
        };
        return "paid before";
      }
      tab.prepared = { answer: next.payment, form, cart };
      await seeCart(context, tab, shopper.cartId);
      return `to pay ${next.payment.amount}`;
    } catch (error) {
      if (requested === tab.asked) tab.prepared = null;
      await seeCart(context, tab, shopper.cartId);
      return toldBy(error);
    }
  });
}
