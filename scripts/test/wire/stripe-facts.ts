import { inner, isNot, type Violation } from "./violation.ts";

/** What Stripe documents about a field in prose, which the SDK's types cannot express. */
interface Fact {
  /** The fields, by the end of their JSON pointer. */
  field: RegExp;
  says: string;
  source: string;
  /** Takes the value as on the wire: in a form every scalar is a text. */
  holds: (value: unknown) => boolean;
}

const LARGEST_CHARGE = 99_999_999;
/** The first second of the year 5138: a time in milliseconds is later. */
const LATEST_SECOND = 100_000_000_000;

const metadata = "docs.stripe.com/api/metadata";
const amounts = "SDK, PaymentIntentCreateParams.amount";

/** For requests and responses alike. */
const stripeFacts: readonly Fact[] = [
  {
    field: /\/metadata$/,
    says: "at most 50 keys",
    source: metadata,
    holds: (value) => Object.keys(Object(value)).length <= 50,
  },
  {
    field: /\/metadata$/,
    says: "keys of at most 40 characters, without square brackets",
    source: metadata,
    holds: (value) =>
      typeof value !== "object" ||
      Object.keys(Object(value)).every((key) => key.length <= 40 && !/[[\]]/.test(key)),
  },
  {
    field: /\/metadata\/[^/]+$/,
    says: "at most 500 characters",
    source: metadata,
    holds: (value) => String(value).length <= 500,
  },
  {
    field: /\/(amount|amount_[a-z]+|unit_amount)$/,
    says: "a whole number of the smallest unit, of at most eight digits",
    source: amounts,
    holds: (value) => {
      const number = value === null ? 0 : Number(value);
      return typeof value === "object" || (Number.isInteger(number) && Math.abs(number) <= LARGEST_CHARGE);
    },
  },
  {
    field: /\/currency$/,
    says: "three letters, in lowercase",
    source: "SDK, PaymentIntentCreateParams.currency",
    holds: (value) => value === null || /^[a-z]{3}$/.test(String(value)),
  },
  {
    field: /\/(created|expires_at|canceled_at|due_by|available_on)(\/[gl]te?)?$/,
    says: "whole seconds since the Unix epoch",
    source: "SDK, PaymentIntent.created",
    holds: (value) => {
      if (value === null || typeof value === "object") return true;
      return Number.isInteger(Number(value)) && Number(value) < LATEST_SECOND;
    },
  },
  {
    field: /\/statement_descriptor(_suffix)?$/,
    says: "at most 22 characters, a letter among them, without < > \\ ' \" *",
    source: "docs.stripe.com/get-started/account/statement-descriptors",
    holds: (value) =>
      value === null || value === "" || /^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/.test(String(value)),
  },
  {
    field: /^\/limit$/,
    says: "between 1 and 100",
    source: "SDK, PaginationParams.limit",
    holds: (value) => Number(value) >= 1 && Number(value) <= 100,
  },
  {
    field: /^\/line_items$/,
    says: "at most 100 lines",
    source: "SDK, Checkout.SessionCreateParams.line_items",
    holds: (value) => !Array.isArray(value) || value.length <= 100,
  },
  {
    field: /^\/expand\/\d+$/,
    says: "at most four levels",
    source: "docs.stripe.com/api/expanding_objects",
    holds: (value) => String(value).split(".").length <= 4,
  },
];

/** docs.stripe.com/api/idempotent_requests: "Idempotency keys are up to 255 characters long." */
export const LONGEST_IDEMPOTENCY_KEY = 255;

/** Values that the SDK lists only in a comment: its types accept any text. */
const words: readonly { object: string; field: string; words: readonly string[] }[] = [
  {
    object: "refund",
    field: "status",
    words: ["pending", "requires_action", "succeeded", "failed", "canceled"],
  },
  { object: "balance_transaction", field: "status", words: ["available", "pending"] },
];

/** The facts that a body or its parts violate. */
export function judgeStripeFacts(value: unknown, at = ""): Violation[] {
  const broken = stripeFacts
    .filter(({ field, holds }) => field.test(at) && !holds(value))
    .map(({ says, source }) => isNot(at, `${says} (${source})`, value));
  if (typeof value !== "object" || value === null) return broken;
  const fields = new Map<string, unknown>(Object.entries(value));
  const unnamed = words
    .filter((fact) => fact.object === fields.get("object") && typeof fields.get(fact.field) === "string")
    .filter((fact) => !fact.words.includes(String(fields.get(fact.field))))
    .map((fact) => isNot(inner(at, fact.field), fact.words.join(" | "), fields.get(fact.field)));
  const parts = [...fields].flatMap(([name, part]) => judgeStripeFacts(part, inner(at, name)));
  return [...broken, ...unnamed, ...parts];
}
