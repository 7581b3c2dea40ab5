import { z } from "zod";
import type { FormFields, FormValue } from "../wire-formats.ts";
import { invalidParameter, type StripeFailure } from "./stripe-failure.ts";

/** Smallest charge for each currency of the sandbox, in its minor unit (docs.stripe.com/currencies). */
const minimumCharges = {
  gbp: { amount: 30, text: "£0.30 gbp" },
  eur: { amount: 50, text: "€0.50 eur" },
  usd: { amount: 50, text: "$0.50 usd" },
};
const LARGEST_CHARGE = 99_999_999;

export const sandboxCurrencies = ["gbp", "eur", "usd"] as const;
export type SandboxCurrency = (typeof sandboxCurrencies)[number];

/** Adds an issue with Stripe's message, and its code where Stripe has one. */
function refuse(context: z.RefinementCtx<unknown>, code: string | undefined, message: string): never {
  context.addIssue({ code: "custom", message, params: { stripeCode: code } });
  return z.NEVER;
}

const filledText = z.string().transform((text, context) => {
  if (text !== "") return text;
  return refuse(
    context,
    "parameter_invalid_empty",
    "You passed an empty string. We assume empty values are an attempt to unset a parameter; however this parameter cannot be unset.",
  );
});

/** A text that is not empty and at most `longest` characters long. */
export function textParameter(longest = 5000) {
  return filledText.transform((text, context) => {
    if (text.length <= longest) return text;
    return refuse(context, undefined, `Invalid string: must be at most ${longest} characters`);
  });
}

/** A text that an empty value clears. */
export const unsettableText = z
  .string()
  .max(5000)
  .transform((text) => (text === "" ? null : text));

export const integerParameter = z.string().transform((text, context) => {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return refuse(context, "parameter_invalid_integer", `Invalid integer: ${text}`);
});

export const positiveInteger = integerParameter.transform((value, context) => {
  if (value >= 1) return value;
  return refuse(context, "parameter_invalid_integer", "This value must be greater than or equal to 1.");
});

export const booleanParameter = z.string().transform((text, context) => {
  if (text === "true" || text === "false") return text === "true";
  return refuse(context, undefined, `Invalid boolean: ${text}`);
});

export function choiceParameter<const Choice extends string>(choices: readonly Choice[]) {
  return z.string().transform((text, context): Choice => {
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined) return chosen;
    const list = choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(", ")}`;
    return refuse(context, undefined, `Invalid value: must be ${list}`);
  });
}

export const currencyParameter = z.string().transform((text, context): SandboxCurrency => {
  const currency = text.toLowerCase();
  const known = sandboxCurrencies.find((each) => each === currency);
  if (known) return known;
  return refuse(
    context,
    undefined,
    `Invalid currency: ${text}. Stripe currently supports these currencies: ${Object.keys(minimumCharges).join(", ")}`,
  );
});

export const addressParameter = z.string().transform((text, context) => {
  if (/^https?:\/\//.test(text) && URL.canParse(text.replaceAll("{CHECKOUT_SESSION_ID}", "x"))) return text;
  return refuse(context, "url_invalid", "Not a valid URL");
});

export const emailParameter = z.string().transform((text, context) => {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return text;
  return refuse(context, "email_invalid", `Invalid email address: ${text}`);
});

/**
 * The merchant's own data on an object: at most 50 names of 40 characters with values of 500. An empty value removes a
 * name.
 */
export const metadataParameter = z
  .union([z.literal(""), z.record(z.string(), z.string())])
  .transform((metadata, context) => {
    if (metadata === "") return null;
    const entries = Object.entries(metadata);
    if (entries.length > 50) {
      return refuse(context, "metadata_too_many_keys", "Metadata can have up to 50 keys.");
    }
    const longName = entries.find(([name]) => name.length > 40);
    if (longName) {
      const length = longName[0].length;
      return refuse(
        context,
        undefined,
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${length} characters.`,
      );
    }
    const longValue = entries.find(([, value]) => value.length > 500);
    if (longValue) {
      const length = longValue[1].length;
      return refuse(
        context,
        undefined,
        `Metadata values can have up to 500 characters, but you passed in a value that is ${length} characters.`,
      );
    }
    return metadata;
  });

/** Merges metadata: an empty value removes a name, null removes all of them. */
export function mergeMetadata(
  current: Record<string, string>,
  changes: Record<string, string> | null | undefined,
): Record<string, string> {
  if (changes === null) return {};
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ""));
}

export const expandParameter = z.array(z.string()).optional();

const createdRange = z.strictObject({
  gt: integerParameter.optional(),
  gte: integerParameter.optional(),
  lt: integerParameter.optional(),
  lte: integerParameter.optional(),
});

/** The parameters of every list request. */
export const listParameters = {
  limit: integerParameter
    .transform((value, context) => {
      if (value >= 1 && value <= 100) return value;
      return refuse(context, "parameter_invalid_integer", "This value must be between 1 and 100.");
    })
    .optional(),
  starting_after: textParameter().optional(),
  created: z
    .union([integerParameter.transform((value) => ({ gte: value, lte: value })), createdRange])
    .optional(),
  expand: expandParameter,
};

/**
 * Refuses an amount that Stripe does not charge. @throws StripeFailure amount_too_small or amount_too_large
 */
export function checkChargeable(amount: number, currency: SandboxCurrency, param = "amount"): void {
  const minimum = minimumCharges[currency];
  if (amount < minimum.amount) {
    throw invalidParameter(`Amount must be at least ${minimum.text}`, "amount_too_small", param);
  }
  if (amount > LARGEST_CHARGE) {
    throw invalidParameter("Amount must be no more than 999,999.99", "amount_too_large", param);
  }
}

/**
 * Validates a request's parameters with the endpoint's schema. @throws StripeFailure for the first one that is
 * unknown, missing or of a wrong type
 */
export function parseParameters<Schema extends z.ZodType>(
  schema: Schema,
  fields: FormFields,
): z.output<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw failureOf(parsed.error.issues, fields);
}

function failureOf(issues: z.core.$ZodIssue[], fields: FormFields): StripeFailure {
  const issue = issues[0];
  if (!issue) return invalidParameter("Invalid request");
  if (issue.code === "unrecognized_keys") {
    const name = bracketName([...issue.path, issue.keys[0] ?? ""]);
    return invalidParameter(`Received unknown parameter: ${name}`, "parameter_unknown", name);
  }
  const name = bracketName(issue.path);
  if (issue.code === "invalid_union") {
    const inner = issue.errors.at(-1)?.[0];
    if (inner) return failureOf([{ ...inner, path: [...issue.path, ...inner.path] }], fields);
  }
  if (issue.code === "invalid_type" && valueAt(fields, issue.path) === undefined) {
    return invalidParameter(`Missing required param: ${name}.`, "parameter_missing", name);
  }
  if (issue.code === "invalid_type") {
    const kind = issue.expected === "record" ? "object" : issue.expected;
    return invalidParameter(`Invalid ${kind}`, undefined, name);
  }
  const code = issue.code === "custom" ? issue.params?.stripeCode : undefined;
  return invalidParameter(issue.message, typeof code === "string" ? code : undefined, name);
}

function bracketName(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join("");
}

function valueAt(fields: FormFields, path: readonly PropertyKey[]): FormValue | undefined {
  let value: FormValue | undefined = fields;
  for (const part of path) {
    if (typeof value !== "object") return undefined;
    value = Array.isArray(value) ? value[Number(part)] : value[String(part)];
  }
  return value;
}
