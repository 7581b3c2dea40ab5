import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import type { PreparedPayment } from "#server/checkout/checkout-response.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import type { Pence } from "#server/pricing/money.ts";
import { listCharges, listTasks } from "./provider-records.ts";
import type { World } from "./world.ts";

/**
 * A person agreed to a charge: by pressing Pay, on a payment page, or at PayPal. `payment` is the provider's id of the
 * intent, session or PayPal order.
 */
export interface Agreement {
  payment: string;
  amount: Pence;
  /** What they saw they were buying, and its delivery address. */
  lines: string;
  address: string;
  /** Until they are told that nothing was charged. */
  stands: boolean;
}

/** A payment that somebody can make now. */
export type Payable =
  | { kind: "challenge"; payment: string; url: string }
  | { kind: "hosted page"; payment: string; url: string; lines: string; address: string; amount: Pence }
  | {
      kind: "PayPal";
      payment: string;
      flow: "button" | "page";
      approved: boolean;
      lines: string;
      address: string;
      prepared: PreparedPayment | null;
    };

/** A page of the shop in a shopper's browser. */
export interface Tab {
  form: CheckoutForm;
  /** The cart as this page shows it. */
  cart: string;
  /** The response to what the page's form and cart contained then. */
  prepared: { answer: PreparedPayment; form: CheckoutForm; cart: string } | null;
  /** How many requests it has made: only the last response counts. */
  asked: number;
  payable: Payable | null;
  /** The return address of the last payment. */
  back: { paymentIntent?: string; sessionId?: string; payPalOrder?: string } | null;
}

export interface Shopper {
  cartId: string | null;
  tabs: [Tab, Tab];
}

/** What must be true and the audit does not know: who agreed to what, and what staff did. */
export class Model {
  steps = 0;
  readonly limit: number;
  readonly shoppers: readonly [Shopper, Shopper];
  readonly agreements: Agreement[] = [];
  /** How many events of the providers have not arrived. */
  news = 0;
  /** The inspected charges of the provider, with what was agreed about each. */
  readonly charges = new Map<string, Agreement[]>();
  /** Units that staff added to or took from the stock by hand, by product. */
  readonly stockEdits = new Map<number, number>();
  /** Failed orders that staff dismissed while nothing about them was open. */
  readonly dismissed = new Map<number, { attempts: number }>();
  /** Events that never arrive, by id; the others do in the end. */
  readonly dropped = new Set<string>();
  readonly delivered: { id: string; provider: "stripe" | "paypal" }[] = [];
  /** The VAT of finished months, as filed. */
  readonly filed = new Map<string, string>();
  /** How often each shopper tried to pay, by email address. */
  readonly attempts = new Map<string, number>();

  constructor(forms: readonly [CheckoutForm, CheckoutForm], limit: number) {
    this.limit = limit;
    const shopper = (form: CheckoutForm): Shopper => ({ cartId: null, tabs: [tabWith(form), tabWith(form)] });
    this.shoppers = [shopper(forms[0]), shopper(forms[1])];
  }

  /** Somebody pressed the last button before the charge. */
  agrees(agreement: Omit<Agreement, "stands">): Agreement {
    const made = { ...agreement, stands: true };
    this.agreements.push(made);
    const email = /\((.*)\)$/.exec(agreement.address)?.[1] ?? "";
    this.attempts.set(email, (this.attempts.get(email) ?? 0) + 1);
    return made;
  }

  /** Somebody was told that nothing was charged: they must press again before anything may be charged. */
  isToldNothingCharged(payment: string): void {
    for (const agreement of this.agreements) if (agreement.payment === payment) agreement.stands = false;
  }

  /** Inspects the providers: new charges since the last look, and whether they have news. */
  async look(world: World): Promise<void> {
    this.news = listTasks().filter(({ name }) => name.startsWith("deliver_")).length;
    for (const { id, said_yes_to: payments, amount } of listCharges()) {
      if (this.charges.has(id)) continue;
      const wrong = this.charged(id, payments, amount);
      if (wrong) world.violated("nobody is charged unasked", wrong);
    }
  }

  /**
   * A charge appeared in a provider's records. @returns why it should not be there
   */
  charged(id: string, payments: readonly string[], amount: Pence): string | undefined {
    const named = this.agreements.filter(({ payment }) => payments.includes(payment));
    const fitting = named.filter((agreement) => agreement.amount === amount);
    this.charges.set(id, fitting);
    if (fitting.some(({ stands }) => stands)) return undefined;
    if (fitting.length > 0) return `${id}: ${amount} was charged after its payer was told that it was not`;
    const agreed = named.map((agreement) => agreement.amount).join(", ") || "nothing";
    return `${id}: ${amount} was charged, and ${agreed} agreed to`;
  }
}

function tabWith(form: CheckoutForm): Tab {
  return { form, cart: "", prepared: null, asked: 0, payable: null, back: null };
}

/** Whether any of their pages shows something to pay for. */
export function hasCart({ cartId, tabs }: Shopper): boolean {
  return cartId !== null && tabs.some(({ cart }) => cart !== "");
}

/** Whether a page lets its visitor press Pay: what was prepared, and for this way to pay, is what it shows. */
export function isPrepared({ prepared, form, cart }: Tab, method: ProviderId): boolean {
  return prepared?.form === form && prepared.cart === cart && prepared.answer.method === method;
}
