import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import type { Pence } from "#server/pricing/money.ts";
import { isEvent, listCharges, listTasks } from "./providers.ts";
import type { Sale } from "./sale.ts";
import { type Shopper, tabWith } from "./shopper.ts";
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

/** What must be true and the audit does not know: who agreed to what, and what staff did. */
export class Model {
  steps = 0;
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
  /** The one sale that a sequence about what follows one has. */
  sale: Sale | null = null;
  /** How often each shopper tried to pay, by email address. */
  readonly attempts = new Map<string, number>();

  constructor(forms: readonly [CheckoutForm, CheckoutForm]) {
    const shopper = (form: CheckoutForm): Shopper => ({ cartId: null, tabs: [tabWith(form), tabWith(form)] });
    this.shoppers = [shopper(forms[0]), shopper(forms[1])];
  }

  get hasBegun(): boolean {
    return this.shoppers.some(({ cartId }) => cartId !== null);
  }

  /** Staff counted so many units more, or fewer. */
  editStock(productId: number, units: number): void {
    this.stockEdits.set(productId, (this.stockEdits.get(productId) ?? 0) + units);
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
    this.news = listTasks().filter(isEvent).length;
    for (const { id, agreedTo, amount } of listCharges()) {
      if (this.charges.has(id)) continue;
      const wrong = this.charged(id, agreedTo, amount);
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
