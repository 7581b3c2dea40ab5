import fc from "fast-check";
import { preparePayment } from "#server/checkout/prepare-payment.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { callPayPal } from "#server/payments/paypal/paypal-calls.server.ts";
import { capturePayPalOrder, createPayPalOrderForAmount } from "#server/testing/provider-calls.ts";
import { approvePayPalOrder, type Funding } from "#server/testing/sandbox.ts";
import { linesText } from "./lines-text.ts";
import { mishap } from "./mishaps.ts";
import { hasCart, isPrepared, type Model } from "./model.ts";
import { findPayPalOrderAtPayPal } from "./provider-records.ts";
import { addressOf, comeBack, seeCart, sendOrder, toldBy } from "./shop-page.ts";
import { prepare } from "./shopper-steps.ts";
import { nameOf, type Someone, type Step, shopperOf, someone, step, tabOf } from "./step.ts";
import type { World } from "./world.ts";

const funding = fc.constantFrom<Funding[]>("paid", "declined", "refused", "pending", "failed", "answer-lost");

/** Paying with PayPal: by its button, or by its page. */
export const payPalSteps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 5,
    arbitrary: step({
      name: "press PayPal",
      given: fc.record({ ...someone, flow: fc.constantFrom("button", "page"), mishap }),
      can: (model, input) => hasCart(shopperOf(model, input)),
      act: async (world, model, input) => {
        const tab = tabOf(model, input);
        const inPage = input.flow === "button";
        if (inPage && !isPrepared(tab, "paypal"))
          await prepare(world, model, { shopper: input.shopper, tab: input.tab, method: "paypal" });
        if (inPage && !isPrepared(tab, "paypal")) return;
        await world.act(`${nameOf(input)} presses PayPal (${input.flow})`, input, (context) =>
          input.flow === "button"
            ? pressButton(context, model, input)
            : openPage(world, context, model, input),
        );
      },
    }),
  },
  {
    weight: 10,
    arbitrary: step({
      name: "approve at PayPal",
      given: fc.record({ ...someone, funding }),
      can: (model, input) => tabOf(model, input).payable?.kind === "PayPal",
      act: (world, model, input) => approve(world, model, input),
    }),
  },
  {
    weight: 1,
    arbitrary: step({
      name: "cancel at PayPal",
      given: fc.record(someone),
      can: (model, input) => tabOf(model, input).payable?.kind === "PayPal",
      act: async (world, model, input) => {
        tabOf(model, input).payable = null;
        world.log.push(`${nameOf(input)} cancels at PayPal`);
      },
    }),
  },
  {
    weight: 12,
    arbitrary: step({
      name: "return from PayPal",
      given: fc.record({ ...someone, twice: fc.boolean(), mishap }),
      can: (model, input) => {
        const { payable } = tabOf(model, input);
        return payable?.kind === "PayPal" && payable.approved;
      },
      act: async (world, model, input) => {
        const once = () =>
          world.act(`${nameOf(input)} returns from PayPal`, input, (context) =>
            capture(context, model, input),
          );
        await Promise.all(input.twice ? [once(), once()] : [once()]);
      },
    }),
  },
];

async function pressButton(context: Context, model: Model, input: Someone): Promise<string> {
  const tab = tabOf(model, input);
  const { prepared } = tab;
  if (!prepared) return "nothing prepared";
  try {
    const { cartId } = shopperOf(model, input);
    const { answer, form } = prepared;
    const items = answer.snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }));
    const { id } = await createPayPalOrderForAmount(context, answer.amount, cartId, { form, items });
    tab.payable = {
      kind: "PayPal",
      payment: id,
      flow: "button",
      approved: false,
      lines: linesText(prepared.answer.snapshot.lines),
      address: addressOf(prepared.form),
      prepared: prepared.answer,
    };
    return id;
  } catch (error) {
    return toldBy(error);
  }
}

async function openPage(world: World, context: Context, model: Model, input: Someone): Promise<string> {
  const tab = tabOf(model, input);
  const { form } = tab;
  try {
    const { cartId } = shopperOf(model, input);
    const next = await preparePayment(context, { cartId, form, method: "paypal", mode: "elsewhere" });
    const id =
      next.kind === "elsewhere" ? new URL(next.url, context.publicUrl).searchParams.get("token") : null;
    if (!id) return "paid before";
    const { lines } = findPayPalOrderAtPayPal(world, id);
    tab.payable = {
      kind: "PayPal",
      payment: id,
      flow: "page",
      approved: false,
      lines,
      address: addressOf(form),
      prepared: null,
    };
    return id;
  } catch (error) {
    await seeCart(context, tab, shopperOf(model, input).cartId);
    return toldBy(error);
  }
}

/** The payer approves the amount that PayPal shows; an order that is no longer open only redirects back. */
async function approve(world: World, model: Model, input: Someone & { funding: Funding }): Promise<void> {
  const { payable } = tabOf(model, input);
  if (payable?.kind !== "PayPal") return;
  const { payment, lines, address } = payable;
  const { amount, isOpen } = findPayPalOrderAtPayPal(world, payment);
  if (isOpen) {
    model.agrees({ payment, amount, lines, address });
    await approvePayPalOrder(payment, input.funding);
  }
  payable.approved = true;
  tabOf(model, input).back = { payPalOrder: payment };
  world.log.push(
    `${nameOf(input)} approves ${amount} (${input.funding})${isOpen ? "" : ", which is not open"}`,
  );
}

/** What the page, or the return page, does with an approved order, and what its payer sees. */
async function capture(context: Context, model: Model, input: Someone): Promise<string> {
  const tab = tabOf(model, input);
  const { payable } = tab;
  if (payable?.kind !== "PayPal") return "nothing approved";
  const { payment, flow } = payable;
  if (flow === "page") return comeBack(context, model, tab);
  try {
    const outcome = await callPayPal(() => capturePayPalOrder(context, payment));
    const captureId = outcome.session?.taken?.id;
    if (outcome.kind === "approve") payable.approved = false;
    if (outcome.kind === "approve" || outcome.kind === "unpaid") {
      model.isToldNothingCharged(payment);
      return `told: ${outcome.message}`;
    }
    if (outcome.kind !== "paid" || !captureId || !tab.prepared) return outcome.kind;
    const bought = { ...tab.prepared, answer: payable.prepared ?? tab.prepared.answer };
    return await sendOrder(context, bought, captureId).catch(toldBy);
  } catch (error) {
    const isToldSo = error instanceof ShopError && error.code !== "unavailable";
    if (isToldSo && error.extra?.alreadyPaid !== true) model.isToldNothingCharged(payment);
    return toldBy(error);
  }
}
