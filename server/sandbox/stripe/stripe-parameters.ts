import { z } from "zod";
import { invalidParameter } from "./stripe-failure.ts";

/*
 * What the types of Stripe's SDK cannot say of a request: patterns, lengths and limits. The shop sends these parameters
 * and no others, so all others are refused.
 */

const matching = (pattern: RegExp) => z.string().regex(pattern);
const integerOf = (pattern: RegExp) => matching(pattern).transform(Number);

const upTo = (longest: number) => z.string().min(1).max(longest);
const longText = upTo(5000);
const integer = integerOf(/^\d{1,15}$/);
const positive = integerOf(/^[1-9]\d{0,14}$/);
const page = integerOf(/^([1-9]\d?|100)$/);
const address = matching(/^https?:\/\/[^\s/]/);
const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
const currency = z.enum(["gbp", "eur", "usd"]);
const metadata = z
  .record(upTo(40), upTo(500))
  .refine((all) => Object.keys(all).length <= 50, "Metadata can have up to 50 keys.")
  .default({});
const methods = { allowed_payment_method_types: z.array(z.enum(["card"])).optional() };

export const requests = {
  none: z.strictObject({}),
  read: z.strictObject({ expand: z.array(z.literal("latest_charge")).default([]) }),
  list: z.strictObject({
    limit: page.default(10),
    starting_after: longText.optional(),
    payment_intent: longText.optional(),
    domain_name: longText.optional(),
    created: z.strictObject({ gte: integer.optional(), lt: integer.optional() }).default({}),
  }),
  intent: z.strictObject({ ...methods, amount: positive, currency, metadata }),
  session: z.strictObject({
    ...methods,
    mode: z.enum(["payment"]),
    success_url: address,
    cancel_url: address.optional(),
    client_reference_id: upTo(200).optional(),
    customer_email: email.optional(),
    expires_at: integer.optional(),
    locale: upTo(10).optional(),
    adaptive_pricing: z.strictObject({ enabled: z.enum(["true", "false"]) }).optional(),
    metadata,
    payment_intent_data: z.strictObject({ metadata }).prefault({}),
    line_items: z
      .array(
        z.strictObject({
          quantity: positive.default(1),
          price_data: z.strictObject({
            currency,
            unit_amount: integer,
            product_data: z.strictObject({ name: longText }),
          }),
        }),
      )
      .max(100),
  }),
  refund: z.strictObject({
    payment_intent: longText,
    amount: positive.optional(),
    reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
    metadata,
  }),
};

export type Input<Name extends keyof typeof requests> = z.output<(typeof requests)[Name]>;

/** A request's parameters. @throws StripeFailure for one that is missing, unknown or wrong */
export function readInput<Schema extends z.ZodType>(schema: Schema, encoded: string): z.output<Schema> {
  const parsed = schema.safeParse(decoded(encoded));
  if (parsed.success) return parsed.data;
  throw invalidParameter(z.prettifyError(parsed.error));
}

type Tree = { [name: string]: string | Tree };

/** `metadata[checkout_id]=one&expand[0]=latest_charge` as it is meant: parts of parts, and lists. */
function decoded(encoded: string): unknown {
  const tree: Tree = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const parts = name.endsWith("]") ? name.slice(0, -1).split(/\]?\[/) : [name];
    const last = parts.pop() ?? "";
    let at = tree;
    for (const part of parts) {
      const known = at[part];
      const next: Tree = typeof known === "object" ? known : Object.create(null);
      at[part] = next;
      at = next;
    }
    at[last] = value;
  }
  return withLists(tree);
}

function withLists(tree: string | Tree): unknown {
  if (typeof tree === "string") return tree;
  const parts = Object.entries(tree).map(([name, part]) => [name, withLists(part)] as const);
  const isList = parts.length > 0 && parts.every(([name]) => /^\d*$/.test(name));
  return isList ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** Smallest charge for each currency of the sandbox, in its minor unit (docs.stripe.com/currencies). */
const minimumCharges = {
  gbp: { amount: 30, text: "£0.30 gbp" },
  eur: { amount: 50, text: "€0.50 eur" },
  usd: { amount: 50, text: "$0.50 usd" },
};
const LARGEST_CHARGE = 99_999_999;

export type SandboxCurrency = keyof typeof minimumCharges;

/** Refuses an amount that Stripe does not charge. @throws StripeFailure amount_too_small or amount_too_large */
export function checkChargeable(amount: number, of: SandboxCurrency): void {
  const minimum = minimumCharges[of];
  if (amount < minimum.amount) {
    throw invalidParameter(`Amount must be at least ${minimum.text}`, "amount_too_small");
  }
  if (amount > LARGEST_CHARGE) {
    throw invalidParameter("Amount must be no more than 999,999.99", "amount_too_large");
  }
}
