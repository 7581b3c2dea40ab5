import { z } from "zod";
import { issuesOfOtherCalls, paypalIssues } from "./paypal-issues.ts";
import { inner, isNot, type Violation } from "./violation.ts";

/** What PayPal's OpenAPI documents state about a text and the SDK's types do not. */
interface TextFact {
  /** The end of the JSON pointer, without the indexes of lists. */
  field: RegExp;
  /** Limited to these calls or events. */
  of?: RegExp;
  /** Limited to requests, or to responses. */
  side?: Side;
  shortest?: number;
  longest?: number;
  pattern?: RegExp;
}

export type Side = "request" | "answer";

const moment =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** The document states the same for reports, but returns times without the colon: `2014-07-11T04:03:52+0000`. */
const reportedMoment = new RegExp(moment.source.replace(":\\d{2})$", ":?\\d{2})$"));
const account = /^[2-9A-HJ-NP-Z]{13}$/;
const reported = /^GET \/v1\/reporting/;
const dispute = /disputes|^event CUSTOMER/;

/** checkout_orders_v2.json 2.13 and payments_payment_v2.json 2.5 (paypal/paypal-rest-api-specifications). */
const orders: readonly TextFact[] = [
  { field: /\/currency_code$/, shortest: 3, longest: 3, pattern: /^[A-Z]{3}$/ },
  {
    field: /(amount|_total|fee|shipping|discount|handling|insurance)\/value$/,
    longest: 32,
    pattern: /^(-?\d+|-?\d*\.\d+)$/,
  },
  { field: /\/reference_id$/, shortest: 1, longest: 256 },
  {
    field: /\/(custom_id|invoice_id|description)$/,
    shortest: 1,
    longest: 127,
    of: /\/v2\/|CAPTURE|CHECKOUT/,
  },
  { field: /refunds?\/custom_id$/, side: "answer", pattern: /^[A-Za-z0-9-_.,]*$/ },
  { field: /^\/custom_id$/, side: "answer", of: /refund/, pattern: /^[A-Za-z0-9-_.,]*$/ },
  { field: /^\/resource\/custom_id$/, of: /REFUND/, pattern: /^[A-Za-z0-9-_.,]*$/ },
  { field: /^\/(custom_id|invoice_id|note_to_payer)$/, side: "request", of: /refund/, pattern: /^.*$/ },
  { field: /\/note_to_payer$/, side: "request", shortest: 1, longest: 255 },
  { field: /\/soft_descriptor$/, shortest: 1, longest: 22 },
  { field: /\/items\/name$/, shortest: 1, longest: 127 },
  { field: /\/items\/quantity$/, longest: 10, pattern: /^[1-9]\d{0,9}$/ },
  { field: /\/items\/(description|sku)$/, longest: 127 },
  { field: /\/name\/(full_name|alternate_full_name)$/, longest: 300 },
  { field: /\/name\/(prefix|given_name|surname|middle_name|suffix)$/, longest: 140 },
  { field: /\/address\/(address_line_[12]|admin_area_1)$/, longest: 300 },
  { field: /\/address\/(address_line_3|admin_area_[34])$/, longest: 100 },
  { field: /\/address\/admin_area_2$/, longest: 120 },
  { field: /\/address\/postal_code$/, longest: 60 },
  { field: /\/address\/country_code$/, shortest: 2, longest: 2, pattern: /^([A-Z]{2}|C2)$/ },
  { field: /\/experience_context\/brand_name$/, shortest: 1, longest: 127, pattern: /^.*$/ },
  {
    field: /\/experience_context\/locale$/,
    shortest: 2,
    longest: 10,
    pattern: /^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/,
  },
  { field: /\/experience_context\/(return|cancel)_url$/, pattern: /^https?:\/\/[^\s]+$/ },
  { field: /\/(email_address)$/, shortest: 3, longest: 254, pattern: /^[^\s@]+@[^\s@]+$/ },
  { field: /\/(payer_id|account_id|merchant_id)$/, shortest: 13, longest: 13, pattern: account },
  { field: /\/(create|update)_time$/, shortest: 20, longest: 64, pattern: moment },
  { field: /\/links\/href$/, pattern: /^https?:\/\/[^\s]+$/ },
  { field: /\/(purchase_units\/id)$/, shortest: 1, longest: 19 },
];

/** reporting_transactions_v1.json 1.9 */
const reports: readonly TextFact[] = [
  { field: /\/(start|end)_date$/, of: reported, side: "request", shortest: 20, longest: 64, pattern: moment },
  {
    field: /\/(start_date|end_date|last_refreshed_datetime|transaction_(initiation|updated)_date)$/,
    of: reported,
    side: "answer",
    shortest: 20,
    longest: 64,
    pattern: reportedMoment,
  },
  {
    field: /\/(paypal_account_id|transaction_id|paypal_reference_id)$/,
    of: reported,
    side: "answer",
    shortest: 1,
    longest: 24,
    pattern: /^[a-zA-Z0-9]*$/,
  },
  { field: /\/transaction_event_code$/, of: reported, shortest: 1, longest: 5, pattern: /^[a-zA-Z0-9]*$/ },
  { field: /\/transaction_status$/, of: reported, shortest: 1, longest: 1, pattern: /^[DPSV]$/ },
  {
    field: /\/(custom_field|invoice_id)$/,
    of: reported,
    shortest: 1,
    longest: 127,
    pattern: /^[a-zA-Z0-9_'\-., ":;!?]*$/,
  },
  { field: /\/protection_eligibility$/, of: reported, shortest: 1, longest: 2 },
  { field: /\/account_number$/, of: reported, shortest: 1, longest: 255, pattern: /^[a-zA-Z0-9]*$/ },
  { field: /\/page_size$/, of: reported, side: "request", pattern: /^([1-9]\d?|[1-4]\d\d|500)$/ },
  { field: /\/page$/, of: reported, side: "request", pattern: /^[1-9]\d{0,9}$/ },
];

/** customer_disputes_v1.json 1.10 */
const disputes: readonly TextFact[] = [
  { field: /\/dispute_id$/, of: dispute, shortest: 1, longest: 255, pattern: /^[A-Za-z0-9-]+$/ },
  {
    field: /\/(seller|buyer)_transaction_id$/,
    of: dispute,
    shortest: 1,
    longest: 255,
    pattern: /^[A-Za-z0-9-]+$/,
  },
  { field: /\/(seller|buyer)_response_due_date$/, of: dispute, shortest: 20, longest: 64, pattern: moment },
];

/** notifications_webhooks_v1.json 1.11 */
const webhooks: readonly TextFact[] = [
  { field: /^\/auth_algo$/, longest: 100, pattern: /^[a-zA-Z0-9]+$/ },
  { field: /^\/cert_url$/, longest: 500, pattern: /^https:\/\/[^\s]+$/ },
  { field: /^\/transmission_id$/, longest: 50, pattern: /^(?!\d+$)\w+\S+/ },
  { field: /^\/transmission_sig$/, longest: 500, pattern: /^(?!\d+$)\w+\S+/ },
  { field: /^\/transmission_time$/, longest: 100, pattern: moment },
  { field: /^\/webhook_id$/, longest: 50, pattern: /^[a-zA-Z0-9]+$/ },
  { field: /^\/(event_version|resource_version)$/, of: /^event/, pattern: /^\d+\.\d+$/ },
];

const textFacts = [...orders, ...reports, ...disputes, ...webhooks];

/** For requests: the largest length of a list. */
const listFacts = [
  { field: /^\/purchase_units$/, fewest: 1, most: 10 },
  { field: /\/disputed_transactions$/, fewest: 1, most: 1000 },
];

/** checkout_orders_v2.json, headers of the calls; the documents set no limit for others. */
export const LONGEST_REQUEST_ID = 108;
export const PREFERENCES = ["return=minimal", "return=representation"];
export const ORDER_ID = /^[A-Z0-9]{1,36}$/;

/** The name of an error for each status, in every v2 document. */
const errorNames = new Map([
  [400, "INVALID_REQUEST"],
  [401, "AUTHENTICATION_FAILURE"],
  [403, "NOT_AUTHORIZED"],
  [404, "RESOURCE_NOT_FOUND"],
  [409, "RESOURCE_CONFLICT"],
  [422, "UNPROCESSABLE_ENTITY"],
  [500, "INTERNAL_SERVER_ERROR"],
]);

/** The facts that a body or its parts violate. `name` is the call, or `event` and its type. */
export function judgePayPalFacts(name: string, side: Side, value: unknown, at = ""): Violation[] {
  const field = at.replace(/\/\d+(?=\/|$)/g, "");
  if (Array.isArray(value)) {
    const broken = listFacts.filter(
      (fact) => fact.field.test(field) && (value.length < fact.fewest || value.length > fact.most),
    );
    return [
      ...broken.map(({ fewest, most }) => isNot(at, `${fewest} to ${most} of them`, value.length)),
      ...value.flatMap((each, index) => judgePayPalFacts(name, side, each, inner(at, index))),
    ];
  }
  if (typeof value === "object" && value !== null) {
    // Sent as a question, not as a statement.
    if (at === "/webhook_event") return [];
    return Object.entries(value).flatMap(([key, part]) => judgePayPalFacts(name, side, part, inner(at, key)));
  }
  if (typeof value !== "string") return [];
  return textFacts
    .filter((fact) => isAbout(fact, name, side, field) && !holds(fact, value))
    .map((fact) => isNot(at, described(fact), value));
}

const errorSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).default([]),
});

/** The names and issues of an error that its call does not have at that status. */
export function judgePayPalError(call: string, status: number, body: unknown): Violation[] {
  const error = errorSchema.safeParse(body).data;
  if (!error || !call.includes("/v2/")) return [];
  const errorName = errorNames.get(status) ?? error.name;
  const where = `${call} ${status}`;
  const listed = paypalIssues[where];
  const issues = listed && [...listed, ...(issuesOfOtherCalls[where] ?? [])];
  const unnamed = error.details.flatMap(({ issue }, index) =>
    issues === undefined || issues.includes(issue)
      ? []
      : [isNot(`/details/${index}/issue`, `an issue of ${call} at ${status}`, issue)],
  );
  if (error.name === errorName) return unnamed;
  return [isNot("/name", `${errorName} at status ${status}`, error.name), ...unnamed];
}

function isAbout(fact: TextFact, name: string, side: Side, field: string): boolean {
  return (
    fact.field.test(field) &&
    (fact.of === undefined || fact.of.test(name)) &&
    (fact.side === undefined || fact.side === side)
  );
}

function holds({ shortest = 0, longest, pattern }: TextFact, text: string): boolean {
  // JSON Schema counts characters, not halves of surrogate pairs.
  const length = [...text].length;
  return length >= shortest && (longest === undefined || length <= longest) && (pattern?.test(text) ?? true);
}

function described({ shortest = 0, longest, pattern }: TextFact): string {
  const length = longest === undefined ? [] : [`${shortest} to ${longest} characters`];
  return [...length, ...(pattern ? [String(pattern)] : [])].join(", ");
}
