import { beforeEach, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { filledForm, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { detailsOf } from "./customer-address.ts";
import { prepareCheckout, startCheckout } from "./start-checkout.server.ts";

runTestSandbox();

let context: Context;

beforeEach(async () => {
  context = await payingContext();
});

it("shows the total to somebody who types while another shopper buys the same product", async () => {
  const product = await makeProduct(context, { stockQuantity: 4 });
  const cartId = await makeCart(context, [{ product, quantity: 1 }]);
  const input = { cartId, details: detailsOf(filledForm({})), paymentMethod: "stripe" as const };
  await context.em.fork().transactional(async (buyer) => {
    await buyer.execute("select id from product where id = ? for no key update", [product.id]);
    // As it is, it waits for the buyer's lock until `lock_timeout`, and holds a connection meanwhile.
    expect(await prepareCheckout(context, input)).toMatchObject({ version: 1 });
  });
});

it("tells somebody who presses Pay that nothing is left while another shopper buys the last one", async () => {
  const product = await makeProduct(context, { name: "Kiln Char", stockQuantity: 0 });
  const cartId = await makeCart(context, [{ product, quantity: 1 }]);
  const input = { cartId, details: detailsOf(filledForm({})), paymentMethod: "stripe" as const };
  await context.em.fork().transactional(async (buyer) => {
    await buyer.execute("select id from product where id = ? for no key update", [product.id]);
    await expect(startCheckout(context, input)).rejects.toMatchObject({
      code: "out_of_stock",
      message: "Kiln Char is out of stock.",
    });
  });
});
