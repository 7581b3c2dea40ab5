import fc from "fast-check";
import { preparePayment } from "#server/checkout/prepare-payment.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { createIntentForAmount } from "#server/testing/provider-calls.ts";
import {
  type CardName,
  cardNames,
  confirmCard,
  handleChallenge,
  handleHostedChallenge,
  intentOf,
  payHostedPage,
} from "./at-the-provider.ts";
import { linesText } from "./lines-text.ts";
import { type Mishap, mishap } from "./mishaps.ts";
import { hasCart, isPrepared, type Model, type Tab } from "./model.ts";
import { findSession } from "./provider-records.ts";
import { addressOf, comeBack, seeCart, sendOrder, toldBy } from "./shop-page.ts";
import { prepare } from "./shopper-steps.ts";
import { nameOf, type Someone, type Step, shopperOf, someone, step, tabOf } from "./step.ts";
import type { World } from "./world.ts";

/** What the browser does after the card was accepted: it sends the order, returns by its address, or is closed. */
const afterwards = fc.constantFrom("sends the order", "comes back", "is closed");
type Afterwards = "sends the order" | "comes back" | "is closed";

const card = fc.constantFrom<CardName[]>(...cardNames);
const outcome = fc.constantFrom("pass", "fail");

/** Paying by card: in the page, or on Stripe's own page. */
export const cardSteps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 7,
    arbitrary: step({
      name: "pay by card",
      given: fc.record({ ...someone, card, afterwards, mishap }),
      can: (model, input) => hasCart(shopperOf(model, input)),
      act: async (world, model, input) => {
        if (!isPrepared(tabOf(model, input), "stripe"))
          await prepare(world, model, { shopper: input.shopper, tab: input.tab, method: "stripe" });
        if (!isPrepared(tabOf(model, input), "stripe")) return;
        await world.act(
          `${nameOf(input)} pays by ${input.card} card and ${input.afterwards}`,
          input,
          (context) => pay(context, model, input),
        );
      },
    }),
  },
  {
    weight: 3,
    arbitrary: step({
      name: "answer 3-D Secure",
      given: fc.record({ ...someone, outcome, afterwards, mishap }),
      can: (model, input) => tabOf(model, input).payable?.kind === "challenge",
      act: (world, model, input) =>
        world.act(
          `${nameOf(input)}: 3-D Secure ${input.outcome}, and ${input.afterwards}`,
          input,
          (context) => endChallenge(context, model, input),
        ),
    }),
  },
  {
    weight: 4,
    arbitrary: step({
      name: "open the hosted page",
      given: fc.record({ ...someone, mishap, twice: fc.boolean() }),
      can: (model, input) => hasCart(shopperOf(model, input)),
      act: async (world, model, input) => {
        const once = () =>
          world.act(`${nameOf(input)} opens the hosted page`, input, (context) =>
            openHostedPage(world, context, model, input),
          );
        await Promise.all(input.twice ? [once(), once()] : [once()]);
      },
    }),
  },
  {
    weight: 4,
    arbitrary: step({
      name: "pay on the hosted page",
      given: fc.record({ ...someone, card, outcome, afterwards, mishap }),
      can: (model, input) => tabOf(model, input).payable?.kind === "hosted page",
      act: (world, model, input) =>
        world.act(
          `${nameOf(input)} pays by ${input.card} card (${input.outcome}) on the hosted page and ${input.afterwards}`,
          input,
          (context) => payOnHostedPage(context, model, input),
        ),
    }),
  },
];

/** The shop opens the payment of exactly what the page shows; then Stripe confirms the card. */
async function pay(
  context: Context,
  model: Model,
  input: Someone & { card: CardName; afterwards: Afterwards },
): Promise<string> {
  const tab = tabOf(model, input);
  const { prepared } = tab;
  if (!prepared) return "nothing to pay";
  const { answer: response, form } = prepared;
  const items = response.snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  let secret: string;
  try {
    const { cartId } = shopperOf(model, input);
    secret = (await createIntentForAmount(context, response.amount, cartId, { form, items })).clientSecret;
  } catch (error) {
    const before = paidBefore(error);
    if (!before) return toldBy(error);
    tab.back = { paymentIntent: before };
    return `paid before, then ${await comeBack(context, model, tab)}`;
  }
  const agreement = model.agrees({
    payment: intentOf(secret),
    amount: response.amount,
    lines: linesText(response.snapshot.lines),
    address: addressOf(form),
  });
  const ending = await confirmCard(secret, input.card, response.amount);
  if (ending === "requires_action") {
    tab.payable = { kind: "challenge", payment: intentOf(secret), url: secret };
    return "challenged";
  }
  if (ending === "refused") {
    agreement.stands = false;
    return "refused";
  }
  return afterCard(context, model, tab, { secret, ending, afterwards: input.afterwards });
}

function paidBefore(error: unknown): string | undefined {
  if (!(error instanceof ShopError) || error.extra?.alreadyPaid !== true) return undefined;
  return typeof error.extra.paymentIntentId === "string" ? error.extra.paymentIntentId : undefined;
}

async function endChallenge(
  context: Context,
  model: Model,
  input: Someone & { outcome: "pass" | "fail"; afterwards: Afterwards },
): Promise<string> {
  const tab = tabOf(model, input);
  if (tab.payable?.kind !== "challenge") return "no challenge";
  const { url: secret } = tab.payable;
  tab.payable = null;
  const ending = await handleChallenge(secret, input.outcome);
  if (ending === "refused") return "refused";
  return afterCard(context, model, tab, { secret, ending, afterwards: input.afterwards });
}

async function afterCard(
  context: Context,
  model: Model,
  tab: Tab,
  { secret, ending, afterwards }: { secret: string; ending: string; afterwards: Afterwards },
): Promise<string> {
  tab.back = { paymentIntent: intentOf(secret) };
  if (afterwards === "is closed") return ending;
  if (afterwards === "comes back" || ending !== "succeeded" || !tab.prepared) {
    return `${ending}, then ${await comeBack(context, model, tab)}`;
  }
  try {
    return await sendOrder(context, tab.prepared, intentOf(secret));
  } catch (error) {
    return `${ending}, then ${toldBy(error)}`;
  }
}

async function openHostedPage(world: World, context: Context, model: Model, input: Someone): Promise<string> {
  const tab = tabOf(model, input);
  const { form } = tab;
  try {
    const { cartId } = shopperOf(model, input);
    const next = await preparePayment(context, { cartId, form, method: "stripe", mode: "elsewhere" });
    if (next.kind !== "elsewhere") return "no page";
    const session = findSession(world, next.url);
    if (!session) {
      const back = new URL(next.url, context.publicUrl).searchParams.get("payment_intent");
      tab.back = back ? { paymentIntent: back } : null;
      return "paid before";
    }
    tab.payable = { kind: "hosted page", url: next.url, address: addressOf(form), ...session };
    return `to pay ${session.amount}`;
  } catch (error) {
    await seeCart(context, tab, shopperOf(model, input).cartId);
    return toldBy(error);
  }
}

async function payOnHostedPage(
  context: Context,
  model: Model,
  input: Someone & { card: CardName; outcome: "pass" | "fail"; afterwards: Afterwards; mishap: Mishap },
): Promise<string> {
  const tab = tabOf(model, input);
  const { payable } = tab;
  if (payable?.kind !== "hosted page") return "no page";
  const { payment, amount, lines, address, url } = payable;
  const agreement = model.agrees({ payment, amount, lines, address });
  let ending = await payHostedPage(url, input.card);
  if (ending === "challenge") ending = await handleHostedChallenge(url, input.outcome);
  if (ending !== "paid") {
    agreement.stands = false;
    return ending;
  }
  tab.payable = null;
  tab.back = { sessionId: payment };
  return input.afterwards === "is closed" ? "paid" : `paid, then ${await comeBack(context, model, tab)}`;
}
