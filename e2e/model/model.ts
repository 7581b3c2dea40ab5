import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import type { PreparedPayment } from "#server/checkout/checkout-response.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import type { Pence } from "#server/pricing/money.ts";
import { listCharges, listTasks } from "./provider-records.ts";
import type { World } from "./world.ts";

/**
 * A person said yes to being charged: by pressing Pay, on a payment page, or at PayPal. `payment` is the provider's id
 * of what they said it to: an intent, a session or a PayPal order.
 */
export interface Agreement {
  payment: string;
  amount: Pence;
  /** What they saw they were buying, and where it goes. */
  lines: string;
  address: string;
  /** Until they are told that nothing was charged. */
  stands: boolean;
}

/** A payment that somebody has in front of them. */
export type Payable =
  | { kind: "challenge"; payment: string; url: string }
  | { kind: "hosted page"; payment: string; url: string; lines: string; address: string; amount: Pence }
  | {
      kind: "PayPal";
      payment: string;
      door: "button" | "page";
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
  /** The answer that the page got for what its form and cart said then. */
  prepared: { answer: PreparedPayment; form: CheckoutForm; cart: string } | null;
  /** How often it has asked: only the last answer counts. */
  asked: number;
  payable: Payable | null;
  /** Where the last payment led back to. */
  back: { paymentIntent?: string; sessionId?: string; payPalOrder?: string } | null;
}

export interface Shopper {
  cartId: string | null;
  tabs: [Tab, Tab];
}

/** What must be true, as far as it is not written in the audit: who agreed to what, and what staff did. */
export class Model {
  steps = 0;
  readonly limit: number;
  readonly shoppers: readonly [Shopper, Shopper];
  readonly agreements: Agreement[] = [];
  /** How many events of the providers have not arrived. */
  news = 0;
  /** Charges of the provider's books that were looked at, and what had been agreed about each. */
  readonly charges = new Map<string, Agreement[]>();
  /** Units that staff put into stock or took out of it by hand, by product. */
  readonly stockEdits = new Map<number, number>();
  /** Failed orders that staff put aside while nothing about them was open. */
  readonly dismissed = new Map<number, { attempts: number }>();
  /** Events that never arrive, by id; the others do in the end. */
  readonly dropped = new Set<string>();
  readonly delivered: { id: string; provider: "stripe" | "paypal" }[] = [];
  /** The VAT of months that are over, as it was filed. */
  readonly filed = new Map<string, string>();
  /** How often each shopper tried to pay, by e-mail address. */
  readonly attempts = new Map<string, number>();

  constructor(forms: readonly [CheckoutForm, CheckoutForm], limit: number) {
    this.limit = limit;
    const shopper = (form: CheckoutForm): Shopper => ({ cartId: null, tabs: [tabWith(form), tabWith(form)] });
    this.shoppers = [shopper(forms[0]), shopper(forms[1])];
  }

  /** Somebody pressed the last button before the money. */
  agrees(agreement: Omit<Agreement, "stands">): Agreement {
    const made = { ...agreement, stands: true };
    this.agreements.push(made);
    const email = /\((.*)\)$/.exec(agreement.address)?.[1] ?? "";
    this.attempts.set(email, (this.attempts.get(email) ?? 0) + 1);
    return made;
  }

  /** Somebody was told that nothing was charged: they must press again before anything may be. */
  isToldNothingCharged(payment: string): void {
    for (const agreement of this.agreements) if (agreement.payment === payment) agreement.stands = false;
  }

  /** Looks at the providers: what they have charged since the last look, and whether they have news. */
  async look(world: World): Promise<void> {
    this.news = (await listTasks(world)).filter(({ name }) => name.startsWith("deliver_")).length;
    for (const { id, said_yes_to: payments, amount } of await listCharges(world)) {
      if (this.charges.has(id)) continue;
      const wrong = this.charged(id, payments, amount);
      if (wrong) world.violated("nobody is charged unasked", wrong);
    }
  }

  /**
   * A charge turned up in a provider's books.
   * @returns why it should not be there
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
