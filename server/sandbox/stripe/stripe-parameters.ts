import { invalidParameter } from "./stripe-failure.ts";

/*
 * What the types of Stripe's SDK cannot say of a request: patterns, lengths and limits, by the parameters' names on the
 * wire. The shop sends these parameters and no others, so all others are refused.
 */

/** A request's parameters as they are on the wire, such as `metadata[checkout_id]`. */
export type Fields = ReadonlyMap<string, string>;

interface Rule {
  pattern: RegExp;
  /** Stripe's code for a value that does not match, and its message. */
  code?: string;
  message: string;
  isRequired?: true;
}

const required = (rule: Rule): Rule => ({ ...rule, isRequired: true });
const text = (longest = 5000, shortest = 1): Rule => ({
  pattern: new RegExp(`^[^]{${shortest},${longest}}$`),
  message: `Invalid string: must be at most ${longest} characters`,
});
const choice = (...choices: string[]): Rule => ({
  pattern: new RegExp(`^(${choices.join("|")})$`),
  message: `Invalid value: must be one of ${choices.join(", ")}`,
});
const integer: Rule = {
  pattern: /^\d{1,15}$/,
  code: "parameter_invalid_integer",
  message: "Invalid non-negative integer",
};
const positive: Rule = { ...integer, pattern: /^[1-9]\d{0,14}$/, message: "Invalid positive integer" };
const page: Rule = { ...positive, pattern: /^([1-9]\d?|100)$/, message: "It must be between 1 and 100." };
const address: Rule = { pattern: /^https?:\/\/[^\s/]/, code: "url_invalid", message: "Not a valid URL" };
const email: Rule = {
  pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  code: "email_invalid",
  message: "Invalid email address",
};

/** Smallest charge for each currency of the sandbox, in its minor unit (docs.stripe.com/currencies). */
const minimumCharges = {
  gbp: { amount: 30, text: "£0.30 gbp" },
  eur: { amount: 50, text: "€0.50 eur" },
  usd: { amount: 50, text: "$0.50 usd" },
};
const LARGEST_CHARGE = 99_999_999;

export type SandboxCurrency = keyof typeof minimumCharges;

const currency = choice("gbp", "eur", "usd");
const methods = { "allowed_payment_method_types[]": choice("card") };
const expand = { "expand[]": text() };

/** Of lists: `[]` stands for every number; a required part is required in each that there is. */
const LINE = "line_items[]";

export const requests = {
  read: expand,
  list: {
    ...expand,
    limit: page,
    starting_after: text(),
    payment_intent: text(),
    domain_name: text(),
    "created[gte]": integer,
    "created[lt]": integer,
  },
  intent: {
    ...expand,
    ...methods,
    amount: required(positive),
    currency: required(currency),
    "metadata[*]": text(500, 0),
  },
  session: {
    ...expand,
    ...methods,
    mode: required(choice("payment")),
    success_url: required(address),
    cancel_url: address,
    client_reference_id: text(200),
    customer_email: email,
    expires_at: integer,
    locale: text(10),
    "adaptive_pricing[enabled]": choice("true", "false"),
    "metadata[*]": text(500, 0),
    "payment_intent_data[metadata][*]": text(500, 0),
    [`${LINE}[quantity]`]: positive,
    [`${LINE}[price_data][currency]`]: required(currency),
    [`${LINE}[price_data][unit_amount]`]: required(integer),
    [`${LINE}[price_data][product_data][name]`]: required(text()),
  },
  refund: {
    ...expand,
    payment_intent: required(text()),
    amount: positive,
    reason: choice("duplicate", "fraudulent", "requested_by_customer"),
    "metadata[*]": text(500, 0),
  },
} satisfies Record<string, Record<string, Rule>>;

const MOST_LINES = 100;
const MOST_METADATA = 50;
const LONGEST_METADATA_NAME = 40;

/** Checks a request. @throws StripeFailure for the first parameter that is missing, unknown or wrong */
export function readFields(rules: Readonly<Record<string, Rule>>, encoded: string): Fields {
  const fields: Fields = new Map(new URLSearchParams(encoded));
  for (const name of requiredNames(rules, fields)) {
    if (!fields.has(name)) {
      throw invalidParameter(`Missing required param: ${name}.`, "parameter_missing", name);
    }
  }
  for (const [name, value] of fields) {
    const rule = Object.entries(rules).find(([known]) => known === ruleName(name))?.[1];
    if (!rule) throw invalidParameter(`Received unknown parameter: ${name}`, "parameter_unknown", name);
    if (rule.pattern.test(value)) continue;
    const code = value === "" && !rule.code ? "parameter_invalid_empty" : rule.code;
    throw invalidParameter(`${rule.message}: ${value.slice(0, 100)}`, code, name);
  }
  const metadata = Object.keys(metadataOf(fields, "metadata"));
  if (metadata.length > MOST_METADATA || metadata.some((name) => name.length > LONGEST_METADATA_NAME)) {
    throw invalidParameter("Metadata can have up to 50 keys of 40 characters.", undefined, "metadata");
  }
  return fields;
}

function ruleName(name: string): string {
  return name.replace(/\[\d*\]/g, "[]").replace(/(metadata\]?)\[[^[\]]+\]$/, "$1[*]");
}

function requiredNames(rules: Readonly<Record<string, Rule>>, fields: Fields): string[] {
  const names = Object.keys(rules).filter((name) => rules[name]?.isRequired);
  const count = linesOf(fields);
  if (names.some((name) => name.startsWith(LINE)) && (count === 0 || count > MOST_LINES)) {
    return [...names.filter((name) => !name.startsWith(LINE)), "line_items"];
  }
  return names.flatMap((name) =>
    name.startsWith(LINE)
      ? Array.from({ length: count }, (_, index) => name.replace("[]", `[${index}]`))
      : [name],
  );
}

/** How many lines a session has. */
export function linesOf(fields: Fields): number {
  return new Set([...fields.keys()].flatMap((name) => /^line_items\[(\d+)\]/.exec(name)?.[1] ?? [])).size;
}

/** All values of a list such as `expand[]`, which Stripe's SDK numbers; undefined where there are none. */
export function listOf(fields: Fields, name: string): string[] | undefined {
  const values = [...fields].flatMap(([key, value]) => (ruleName(key) === `${name}[]` ? [value] : []));
  return values.length > 0 ? values : undefined;
}

export function metadataOf(fields: Fields, name: string): Record<string, string> {
  const prefix = `${name}[`;
  return Object.fromEntries(
    [...fields].flatMap(([key, value]) =>
      key.startsWith(prefix) && value !== "" ? [[key.slice(prefix.length, -1), value]] : [],
    ),
  );
}

/** A currency that a rule has allowed. */
export function currencyOf(value: string | undefined): SandboxCurrency {
  return value === "eur" || value === "usd" ? value : "gbp";
}

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
