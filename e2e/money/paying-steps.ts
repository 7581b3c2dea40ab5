import fc from "fast-check";
import { openElsewhere } from "#server/checkout/pay.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { callPayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { capturePayPalOrder, openedBy, pressCard, pressPayPal } from "#server/testing/checkouts.ts";
import {
  cards,
  confirmCard,
  endChallenge,
  intentOf,
  payHostedPage,
  statusAfter,
  wayBack,
} from "#server/testing/payer.ts";
import { approvePayPalOrder, type Funding } from "#server/testing/sandbox.ts";
import { fault } from "./action.ts";
import type { Model } from "./model.ts";
import { findPayPalOrder, findSession } from "./providers.ts";
import {
  addressOf,
  comeBack,
  hasCart,
  linesText,
  nameOf,
  paidBefore,
  preparedFor,
  type Someone,
  seeCart,
  shopperOf,
  someone,
  type Tab,
  tabOf,
} from "./shopper.ts";
import { type DrawnSteps, step } from "./step.ts";
import { sendHere, type World } from "./world.ts";

/** What the browser does after the card was accepted: mostly it comes back, but it may be closed. */
const afterwards = fc.constantFrom("comes back", "comes back", "is closed");
type Afterwards = "comes back" | "is closed";

type CardName = keyof typeof cards;
const card = fc.constantFrom(...(Object.keys(cards) as CardName[]));
const outcome = fc.constantFrom("pass", "fail");
const funding = fc.constantFrom<Funding[]>("paid", "declined", "refused", "pending", "failed", "answer-lost");
const twice = fc.boolean();

const isAtPayPal = (model: Model, input: Someone) =>
  tabOf(model, input).payable?.way.startsWith("PayPal") === true;

/** Paying by card in the page, or on Stripe's own page. */
export const cardSteps: DrawnSteps[] = [
  step({
    name: "pay by card",
    weight: 7,
    given: fc.record({ ...someone, card, afterwards, fault }),
    can: (model, input) => hasCart(shopperOf(model, input)),
    act: async (world, model, input) => {
      const prepared = await preparedFor(world, model, input, "stripe");
      if (!prepared) return;
      const name = `${nameOf(input)} pays by ${input.card} card and ${input.afterwards}`;
      await world.act(name, input, (context) => payByCard(context, model, input, prepared));
    },
  }),
  step({
    name: "answer 3-D Secure",
    weight: 3,
    given: fc.record({ ...someone, outcome, afterwards, fault }),
    can: (model, input) => tabOf(model, input).payable?.way === "3-D Secure",
    act: (world, model, input) =>
      world.act(
        `${nameOf(input)}: 3-D Secure ${input.outcome}, and ${input.afterwards}`,
        input,
        async (context) => {
          const tab = tabOf(model, input);
          const secret = tab.payable?.at ?? "";
          tab.payable = null;
          const ending = statusAfter(await endChallenge(sendHere, secret, input.outcome));
          if (ending === "refused") return "refused";
          return afterCard(context, model, tab, { secret, ending, afterwards: input.afterwards });
        },
      ),
  }),
  step({
    name: "open the hosted page",
    weight: 4,
    given: fc.record({ ...someone, fault, twice }),
    can: (model, input) => hasCart(shopperOf(model, input)),
    act: (world, model, input) =>
      world.actOnceOrTwice(`${nameOf(input)} opens the hosted page`, input, (context) =>
        openPage(world, context, model, { ...input, method: "stripe" }),
      ),
  }),
  step({
    name: "pay on the hosted page",
    weight: 4,
    given: fc.record({ ...someone, card, outcome, afterwards, fault }),
    can: (model, input) => tabOf(model, input).payable?.way === "Stripe's page",
    act: (world, model, input) =>
      world.act(
        `${nameOf(input)} pays by ${input.card} card (${input.outcome}) on the hosted page and ${input.afterwards}`,
        input,
        (context) => payOnPage(context, model, input),
      ),
  }),
];

/** Paying with PayPal: by its button, or by its page. */
export const payPalSteps: DrawnSteps[] = [
  step({
    name: "press PayPal",
    weight: 5,
    given: fc.record({ ...someone, flow: fc.constantFrom("button", "page"), fault }),
    can: (model, input) => hasCart(shopperOf(model, input)),
    act: async (world, model, input) => {
      const name = `${nameOf(input)} presses PayPal (${input.flow})`;
      if (input.flow === "page") {
        await world.act(name, input, (context) =>
          openPage(world, context, model, { ...input, method: "paypal" }),
        );
        return;
      }
      const prepared = await preparedFor(world, model, input, "paypal");
      if (prepared) await world.act(name, input, (context) => pressButton(context, model, input, prepared));
    },
  }),
  step({
    name: "approve at PayPal",
    weight: 10,
    given: fc.record({ ...someone, funding }),
    can: isAtPayPal,
    act: (world, model, input) => approve(world, model, input),
  }),
  step({
    name: "cancel at PayPal",
    weight: 1,
    given: fc.record(someone),
    can: isAtPayPal,
    act: async (world, model, input) => {
      tabOf(model, input).payable = null;
      world.log.push(`${nameOf(input)} cancels at PayPal`);
    },
  }),
  step({
    name: "return from PayPal",
    weight: 12,
    given: fc.record({ ...someone, twice, fault }),
    can: (model, input) => isAtPayPal(model, input) && tabOf(model, input).payable?.isApproved === true,
    act: (world, model, input) =>
      world.actOnceOrTwice(`${nameOf(input)} returns from PayPal`, input, (context) =>
        returnFromPayPal(context, model, input),
      ),
  }),
];

/** The shop opens the payment of exactly what the page shows; then Stripe confirms the card. */
export async function payByCard(
  context: Context,
  model: Model,
  input: Someone & { card: CardName; afterwards: Afterwards },
  { answer, form, cart }: NonNullable<Tab["prepared"]>,
): Promise<string> {
  const tab = tabOf(model, input);
  const { cartId } = shopperOf(model, input);
  const next = await pressCard(context, { ...answer, cartId, form });
  if (next.kind === "elsewhere") {
    tab.back = paidBefore(context, next.url);
    return `paid before, then ${await comeBack(context, model, tab)}`;
  }
  const secret = next.opened.clientSecret;
  const payment = intentOf(secret);
  const agreed = {
    ...{ payment, amount: answer.amount },
    ...{ lines: cart, address: addressOf(form) },
  };
  const agreement = model.agrees(agreed);
  const opened = { elementsAmount: answer.amount };
  const ending = statusAfter(await confirmCard(sendHere, secret, cards[input.card], opened));
  if (ending === "requires_action") {
    tab.payable = { ...agreed, way: "3-D Secure", at: secret, isApproved: false };
    return "challenged";
  }
  if (ending === "refused") {
    agreement.stands = false;
    return "refused";
  }
  return afterCard(context, model, tab, { secret, ending, afterwards: input.afterwards });
}

async function afterCard(
  context: Context,
  model: Model,
  tab: Tab,
  { secret, ending, afterwards }: { secret: string; ending: string; afterwards: Afterwards },
): Promise<string> {
  tab.back = { payment_intent: intentOf(secret) };
  return afterwards === "is closed" ? ending : `${ending}, then ${await comeBack(context, model, tab)}`;
}

/** "Pay" leads to the provider's page. */
async function openPage(
  world: World,
  context: Context,
  model: Model,
  input: Someone & { method: "stripe" | "paypal" },
): Promise<string> {
  const tab = tabOf(model, input);
  const { form } = tab;
  const { cartId } = shopperOf(model, input);
  try {
    const next = await openElsewhere(context, { cartId, form, method: input.method });
    const token = new URL(next.url, context.publicUrl).searchParams.get("token");
    const isPayPal = input.method === "paypal";
    const shown = isPayPal ? token && { id: token, ...findPayPalOrder(token) } : findSession(next.url);
    if (!shown) {
      if (!isPayPal) tab.back = paidBefore(context, next.url);
      return "paid before";
    }
    tab.payable = {
      ...{ way: isPayPal ? "PayPal's page" : "Stripe's page", payment: shown.id, at: next.url },
      ...{ amount: shown.amount, lines: linesText(world.known(shown.items)), address: addressOf(form) },
      isApproved: false,
    };
    return `${shown.id}, to pay ${shown.amount}`;
  } catch (error) {
    await seeCart(context, tab, cartId);
    throw error;
  }
}

async function payOnPage(
  context: Context,
  model: Model,
  input: Someone & { card: CardName; outcome: "pass" | "fail"; afterwards: Afterwards },
): Promise<string> {
  const tab = tabOf(model, input);
  const { payable } = tab;
  if (!payable) return "no page";
  const agreement = model.agrees(payable);
  const paid = await payHostedPage(sendHere, payable.at, cards[input.card], { challenge: input.outcome });
  if (wayBack(paid) === null) {
    agreement.stands = false;
    return "refused";
  }
  tab.payable = null;
  tab.back = { session_id: payable.payment };
  return input.afterwards === "is closed" ? "paid" : `paid, then ${await comeBack(context, model, tab)}`;
}

async function pressButton(
  context: Context,
  model: Model,
  input: Someone,
  { answer, form, cart }: NonNullable<Tab["prepared"]>,
): Promise<string> {
  const { cartId } = shopperOf(model, input);
  const { id } = openedBy(await pressPayPal(context, { ...answer, cartId, form }));
  tabOf(model, input).payable = {
    ...{ way: "PayPal's button", payment: id, at: "", amount: answer.amount },
    ...{ lines: cart, address: addressOf(form), isApproved: false },
  };
  return id;
}

/** The payer approves the amount that PayPal shows; an order that is no longer open only redirects back. */
async function approve(world: World, model: Model, input: Someone & { funding: Funding }): Promise<void> {
  const tab = tabOf(model, input);
  const { payable } = tab;
  if (!payable) return;
  const { payment, lines, address } = payable;
  const { amount, isOpen } = findPayPalOrder(payment);
  if (isOpen) {
    model.agrees({ payment, amount, lines, address });
    await approvePayPalOrder(payment, input.funding);
  }
  payable.isApproved = true;
  tab.back = { token: payment };
  const note = isOpen ? "" : ", which is not open";
  world.log.push(`${nameOf(input)} approves ${amount} (${input.funding})${note}`);
}

/** What the page, or the return page, does with an approved order, and what its payer sees. */
async function returnFromPayPal(context: Context, model: Model, input: Someone): Promise<string> {
  const tab = tabOf(model, input);
  const { payable } = tab;
  if (!payable) return "nothing approved";
  if (payable.way === "PayPal's page") return comeBack(context, model, tab);
  const { payment } = payable;
  try {
    const outcome = await callPayPal(() => capturePayPalOrder(context, payment));
    if (outcome.kind === "approve") payable.isApproved = false;
    if (outcome.kind === "approve" || outcome.kind === "unpaid") {
      model.isToldNothingCharged(payment);
      return `told: ${outcome.message}`;
    }
    return `${outcome.kind}, then ${await comeBack(context, model, tab)}`;
  } catch (error) {
    const isToldSo = error instanceof ShopError && error.code !== "unavailable";
    if (isToldSo && error.extra?.alreadyPaid !== true) model.isToldNothingCharged(payment);
    throw error;
  }
}
