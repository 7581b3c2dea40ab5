import { z } from "zod";
import { valueAt } from "../wire-formats.ts";
import { invalidParameter } from "./stripe-failure.ts";

/*
 * What the types of Stripe's SDK cannot say of a request: patterns, lengths and limits. The shop sends these parameters
 * and no others, so all others are refused.
 */

/** `code` is Stripe's for a text that does not match. */
const text = (pattern: RegExp, message: string, code?: string) =>
  z.string().refine((value) => pattern.test(value), { error: message, params: { code } });
const integerOf = (pattern: RegExp, message: string) =>
  text(pattern, message, "parameter_invalid_integer").transform(Number);

const upTo = (longest: number) =>
  text(new RegExp(`^[^]{1,${longest}}$`), `Invalid string: must be at most ${longest} characters`);
const words = upTo(5000);
const integer = integerOf(/^\d{1,15}$/, "Invalid non-negative integer");
const positive = integerOf(/^[1-9]\d{0,14}$/, "Invalid positive integer");
const page = integerOf(/^([1-9]\d?|100)$/, "It must be between 1 and 100.");
const address = text(/^https?:\/\/[^\s/]/, "Not a valid URL", "url_invalid");
const email = text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Invalid email address", "email_invalid");
const currency = z.enum(["gbp", "eur", "usd"]);
const metadata = z
  .record(z.string(), upTo(500))
  .refine((all) => Object.keys(all).length <= 50 && Object.keys(all).every((name) => name.length <= 40), {
    error: "Metadata can have up to 50 keys of 40 characters.",
  })
  .default({});
const methods = { allowed_payment_method_types: z.array(z.enum(["card"])).optional() };
const expand = { expand: z.array(words).default([]) };

export const requests = {
  read: z.strictObject(expand),
  list: z.strictObject({
    ...expand,
    limit: page.default(10),
    starting_after: words.optional(),
    payment_intent: words.optional(),
    domain_name: words.optional(),
    created: z.strictObject({ gte: integer.optional(), lt: integer.optional() }).default({}),
  }),
  intent: z.strictObject({ ...expand, ...methods, amount: positive, currency, metadata }),
  session: z.strictObject({
    ...expand,
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
            product_data: z.strictObject({ name: words }),
          }),
        }),
      )
      .max(100),
  }),
  refund: z.strictObject({
    ...expand,
    payment_intent: words,
    amount: positive.optional(),
    reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
    metadata,
  }),
};

export type Input<Name extends keyof typeof requests> = z.output<(typeof requests)[Name]>;

/** A request's parameters. @throws StripeFailure for one that is missing, unknown or wrong */
export function readInput<Schema extends z.ZodType>(schema: Schema, encoded: string): z.output<Schema> {
  const sent = decoded(encoded);
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const missing = issues.find(({ path }) => valueAt(sent, path) === undefined);
  if (missing) {
    const name = nameOf(missing.path);
    throw invalidParameter(`Missing required param: ${name}.`, "parameter_missing", name);
  }
  const [issue] = issues;
  if (issue?.code === "unrecognized_keys" || issue?.code === "invalid_type") {
    const name = nameOf(issue.code === "invalid_type" ? issue.path : [...issue.path, issue.keys[0] ?? ""]);
    throw invalidParameter(`Received unknown parameter: ${name}`, "parameter_unknown", name);
  }
  const { path = [], message = "Invalid value" } = issue ?? {};
  const value = valueAt(sent, path);
  const code = issue?.code === "custom" ? codeSchema.parse(issue.params?.code) : undefined;
  const isEmpty = value === "" && !code;
  throw invalidParameter(
    `${message}: ${String(value).slice(0, 100)}`,
    isEmpty ? "parameter_invalid_empty" : code,
    nameOf(path),
  );
}

const codeSchema = z.string().optional();

/** As it is on the wire: `line_items[0][quantity]`. */
function nameOf([first, ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
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
export function checkChargeable(amount: number, of: SandboxCurrency, param = "amount"): void {
  const minimum = minimumCharges[of];
  if (amount < minimum.amount) {
    throw invalidParameter(`Amount must be at least ${minimum.text}`, "amount_too_small", param);
  }
  if (amount > LARGEST_CHARGE) {
    throw invalidParameter("Amount must be no more than 999,999.99", "amount_too_large", param);
  }
}
