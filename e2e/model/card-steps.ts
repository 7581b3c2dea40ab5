import fc from "fast-check";
import { preparePayment } from "#server/checkout/prepare-payment.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { createIntentForAmount } from "#server/testing/provider-doors.ts";
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
import { findSession } from "./provider-books.ts";
import { addressOf, comeBack, seeCart, sendOrder, toldBy } from "./shop-page.ts";
import { prepare } from "./shopper-steps.ts";
import { nameOf, type Someone, type Step, shopperOf, someone, step, tabOf } from "./step.ts";
import type { World } from "./world.ts";

/** What the browser does once the card was taken: it sends the order, comes back by address, or is closed. */
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
      can: (model, given) => hasCart(shopperOf(model, given)),
      act: async (world, model, given) => {
        if (!isPrepared(tabOf(model, given), "stripe"))
          await prepare(world, model, { shopper: given.shopper, tab: given.tab, method: "stripe" });
        if (!isPrepared(tabOf(model, given), "stripe")) return;
        await world.act(
          `${nameOf(given)} pays by ${given.card} card and ${given.afterwards}`,
          given,
          (context) => pay(context, model, given),
        );
      },
    }),
  },
  {
    weight: 3,
    arbitrary: step({
      name: "answer 3-D Secure",
      given: fc.record({ ...someone, outcome, afterwards, mishap }),
      can: (model, given) => tabOf(model, given).payable?.kind === "challenge",
      act: (world, model, given) =>
        world.act(
          `${nameOf(given)}: 3-D Secure ${given.outcome}, and ${given.afterwards}`,
          given,
          (context) => endChallenge(context, model, given),
        ),
    }),
  },
  {
    weight: 4,
    arbitrary: step({
      name: "open the hosted page",
      given: fc.record({ ...someone, mishap, twice: fc.boolean() }),
      can: (model, given) => hasCart(shopperOf(model, given)),
      act: async (world, model, given) => {
        const once = () =>
          world.act(`${nameOf(given)} opens the hosted page`, given, (context) =>
            openHostedPage(world, context, model, given),
          );
        await Promise.all(given.twice ? [once(), once()] : [once()]);
      },
    }),
  },
  {
    weight: 4,
    arbitrary: step({
      name: "pay on the hosted page",
      given: fc.record({ ...someone, card, outcome, afterwards, mishap }),
      can: (model, given) => tabOf(model, given).payable?.kind === "hosted page",
      act: (world, model, given) =>
        world.act(
          `${nameOf(given)} pays by ${given.card} card (${given.outcome}) on the hosted page and ${given.afterwards}`,
          given,
          (context) => payOnHostedPage(context, model, given),
        ),
    }),
  },
];

/** The shop opens the payment of exactly what the page shows; then the card is confirmed at Stripe. */
async function pay(
  context: Context,
  model: Model,
  given: Someone & { card: CardName; afterwards: Afterwards },
): Promise<string> {
  const tab = tabOf(model, given);
  const { prepared } = tab;
  if (!prepared) return "nothing to pay";
  const { answer, form } = prepared;
  const items = answer.snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  let secret: string;
  try {
    const { cartId } = shopperOf(model, given);
    secret = (await createIntentForAmount(context, answer.amount, cartId, { form, items })).clientSecret;
  } catch (error) {
    const before = paidBefore(error);
    if (!before) return toldBy(error);
    tab.back = { paymentIntent: before };
    return `paid before, then ${await comeBack(context, model, tab)}`;
  }
  const agreement = model.agrees({
    payment: intentOf(secret),
    amount: answer.amount,
    lines: linesText(answer.snapshot.lines),
    address: addressOf(form),
  });
  const ending = await confirmCard(secret, given.card, answer.amount);
  if (ending === "requires_action") {
    tab.payable = { kind: "challenge", payment: intentOf(secret), url: secret };
    return "challenged";
  }
  if (ending === "refused") {
    agreement.stands = false;
    return "refused";
  }
  return afterCard(context, model, tab, { secret, ending, afterwards: given.afterwards });
}

function paidBefore(error: unknown): string | undefined {
  if (!(error instanceof ShopError) || error.extra?.alreadyPaid !== true) return undefined;
  return typeof error.extra.paymentIntentId === "string" ? error.extra.paymentIntentId : undefined;
}

async function endChallenge(
  context: Context,
  model: Model,
  given: Someone & { outcome: "pass" | "fail"; afterwards: Afterwards },
): Promise<string> {
  const tab = tabOf(model, given);
  if (tab.payable?.kind !== "challenge") return "no challenge";
  const { url: secret } = tab.payable;
  tab.payable = null;
  const ending = await handleChallenge(secret, given.outcome);
  if (ending === "refused") return "refused";
  return afterCard(context, model, tab, { secret, ending, afterwards: given.afterwards });
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

async function openHostedPage(world: World, context: Context, model: Model, given: Someone): Promise<string> {
  const tab = tabOf(model, given);
  const { form } = tab;
  try {
    const { cartId } = shopperOf(model, given);
    const next = await preparePayment(context, { cartId, form, method: "stripe", door: "elsewhere" });
    if (next.kind !== "elsewhere") return "no page";
    const session = await findSession(world, next.url);
    if (!session) {
      const back = new URL(next.url, context.publicUrl).searchParams.get("payment_intent");
      tab.back = back ? { paymentIntent: back } : null;
      return "paid before";
    }
    tab.payable = { kind: "hosted page", url: next.url, address: addressOf(form), ...session };
    return `to pay ${session.amount}`;
  } catch (error) {
    await seeCart(context, tab, shopperOf(model, given).cartId);
    return toldBy(error);
  }
}

async function payOnHostedPage(
  context: Context,
  model: Model,
  given: Someone & { card: CardName; outcome: "pass" | "fail"; afterwards: Afterwards; mishap: Mishap },
): Promise<string> {
  const tab = tabOf(model, given);
  const { payable } = tab;
  if (payable?.kind !== "hosted page") return "no page";
  const { payment, amount, lines, address, url } = payable;
  const agreement = model.agrees({ payment, amount, lines, address });
  let ending = await payHostedPage(url, given.card);
  if (ending === "challenge") ending = await handleHostedChallenge(url, given.outcome);
  if (ending !== "paid") {
    agreement.stands = false;
    return ending;
  }
  tab.payable = null;
  tab.back = { sessionId: payment };
  return given.afterwards === "is closed" ? "paid" : `paid, then ${await comeBack(context, model, tab)}`;
}
