import type { ProviderMoney } from "#server/payments/provider-facts.ts";
import { formatMoney } from "#server/pricing/currency.ts";
import type { OwnMoney } from "./own-money.ts";

type GapKind = "missing here" | "missing there" | "status" | "currency" | "amount";

export interface Gap {
  kind: GapKind;
  /** In one sentence. */
  text: string;
}

const providerNames = { stripe: "Stripe", paypal: "PayPal" } as const;
const counts = (money: ProviderMoney | undefined) => money !== undefined && money.state !== "none";

/** What does not agree between the provider's word and ours about one payment or refund; undefined when all does. */
export function findGap(theirs: ProviderMoney | undefined, ours: OwnMoney | undefined): Gap | undefined {
  if (!theirs) return ours && ours.state !== "none" ? missingThere(ours) : undefined;
  if (!ours) return counts(theirs) ? missingHere(theirs) : undefined;
  if (theirs.state !== ours.state) return differentState(theirs, ours);
  if (theirs.state === "none") return undefined;
  const name = nameOf(theirs);
  if (theirs.currency !== ours.currency) {
    const text = `${name} is in ${theirs.currency.toUpperCase()} there and in ${ours.currency.toUpperCase()} here.`;
    return { kind: "currency", text };
  }
  if (theirs.amount === ours.amount) return undefined;
  return { kind: "amount", text: `${name} is ${amountOf(theirs)} there and ${amountOf(ours)} here.` };
}

function missingHere(theirs: ProviderMoney): Gap {
  const text = `${nameOf(theirs)} of ${amountOf(theirs)} on ${dayOf(theirs.at)} is not in this shop's books.`;
  return { kind: "missing here", text };
}

function missingThere(ours: OwnMoney): Gap {
  const text = `${nameOf(ours)} of ${amountOf(ours)}, here "${ours.status}", is not known there.`;
  return { kind: "missing there", text };
}

function differentState(theirs: ProviderMoney, ours: OwnMoney): Gap {
  const words = {
    moved: theirs.kind === "payment" ? "received" : "given back",
    pending: "on its way",
    none: theirs.kind === "payment" ? "not received" : "not given back",
  };
  const text = `${nameOf(theirs)} of ${amountOf(theirs)} is ${words[theirs.state]} there and "${ours.status}" here.`;
  return { kind: "status", text };
}

function nameOf({ provider, kind, id, paymentId }: ProviderMoney | OwnMoney): string {
  const ofPayment = kind === "refund" ? ` of payment ${paymentId}` : "";
  return `${providerNames[provider]} ${kind} ${id ?? "without a number"}${ofPayment}`;
}

function amountOf(money: ProviderMoney | OwnMoney): string {
  return formatMoney(money.amount, money);
}

function dayOf(moment: Date): string {
  return moment.toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "Europe/London" });
}
