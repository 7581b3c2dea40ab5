import { createHash } from "node:crypto";
import { z } from "zod";
import type { Store } from "../store.server.ts";
import { inProgress, invalidRequest, PayPalFailure, type PayPalIssue } from "./paypal-failure.ts";
import { type PayPalBehaviour, readPayPalBehaviour } from "./paypal-store.server.ts";

/*
 * The accepted requests, with the lengths, patterns and required fields of PayPal's OpenAPI (checkout_orders_v2,
 * payments_payment_v2, notifications_webhooks_v1). Unknown fields are refused, not ignored.
 */

const text = (longest: number, shortest = 0) =>
  z
    .string()
    .min(shortest)
    .max(longest)
    .refine((value) => !/\p{Surrogate}/u.test(value), { params: { issue: "INVALID_PARAMETER_SYNTAX" } });
/** `^.*$`: no line breaks. */
const line = (longest: number) => text(longest, 1).regex(/^.*$/);

const money = z.strictObject({
  currency_code: text(3, 3),
  value: text(32).regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});

/** PayPal knows China as C2 for cross-border payments, and as CN; it does not know reserved and withdrawn codes. */
const noCountries = new Set(["UK", "EU", "XX", "ZZ", "AA", "QM"]);
const countryCode = z
  .string()
  .regex(/^([A-Z]{2}|C2)$/)
  .refine((code) => !noCountries.has(code), { params: { issue: "INVALID_COUNTRY_CODE" } });

/** Shipping supports only these fields of PayPal's address. */
const address = z.strictObject({
  address_line_1: text(300).optional(),
  address_line_2: text(300).optional(),
  admin_area_1: text(300).optional(),
  admin_area_2: text(120).optional(),
  postal_code: text(60).optional(),
  country_code: countryCode,
});

const item = z.strictObject({
  name: text(127, 1),
  quantity: text(10).regex(/^[1-9][0-9]{0,9}$/),
  unit_amount: money,
  description: text(127).optional(),
  sku: text(127).optional(),
  category: z.enum(["DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION"]).optional(),
});

const purchaseUnit = z.strictObject({
  reference_id: text(256, 1).optional(),
  description: text(127, 1).optional(),
  custom_id: text(127, 1).optional(),
  invoice_id: text(127, 1).optional(),
  soft_descriptor: text(22, 1).optional(),
  amount: z.strictObject({
    ...money.shape,
    breakdown: z
      .strictObject({
        item_total: money.optional(),
        shipping: money.optional(),
        handling: money.optional(),
        tax_total: money.optional(),
        insurance: money.optional(),
        shipping_discount: money.optional(),
        discount: money.optional(),
      })
      .optional(),
  }),
  items: z.array(item).optional(),
  shipping: z
    .strictObject({
      type: z.enum(["SHIPPING", "PICKUP_IN_PERSON", "PICKUP_IN_STORE", "PICKUP_FROM_PERSON"]).optional(),
      name: z.strictObject({ full_name: text(300).optional() }).optional(),
      address: address.optional(),
    })
    .optional(),
});

const experienceContext = z.strictObject({
  brand_name: line(127).optional(),
  locale: text(10, 2)
    .regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/)
    .optional(),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
  landing_page: z.enum(["LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE"]).optional(),
  user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
  payment_method_preference: z.enum(["UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED"]).optional(),
});

export const orderRequest = z.strictObject({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z.array(purchaseUnit).min(1).max(10),
  payment_source: z
    .strictObject({
      paypal: z.strictObject({ experience_context: experienceContext.optional() }).optional(),
    })
    .optional(),
});

export type PurchaseUnit = z.infer<typeof purchaseUnit>;

export const captureRequest = z.strictObject({}).optional();

export const refundRequest = z.strictObject({
  amount: money.optional(),
  note_to_payer: line(255).optional(),
  custom_id: line(127).optional(),
  invoice_id: line(127).optional(),
});

const transmission = (longest: number) => text(longest).regex(/^(?!\d+$)\w+\S+/);

export const verifyRequest = z.strictObject({
  auth_algo: text(100).regex(/^[a-zA-Z0-9]+$/),
  cert_url: z.url().max(500),
  transmission_id: transmission(50),
  transmission_sig: transmission(500),
  transmission_time: z.iso.datetime({ offset: true }).max(100),
  webhook_id: text(50).regex(/^[a-zA-Z0-9]+$/),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** PayPal-Request-Id: 1 to 108 characters. */
const requestIdHeader = text(108, 1).optional();

interface Fault {
  field: string;
  issue: PayPalIssue;
  value?: string;
}

/**
 * The parsed request. @throws PayPalFailure 400 that names each field at fault
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new PayPalFailure(
    400,
    "INVALID_REQUEST",
    "Request is not well-formed, syntactically incorrect, or violates schema.",
    { details: parsed.error.issues.flatMap((issue) => detailsOf(issue, body)) },
  );
}

function detailsOf(issue: z.core.$ZodIssue, body: unknown): Fault[] {
  const field = pointerTo(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: pointerTo([...issue.path, key]),
      issue: "NOT_SUPPORTED",
    }));
  }
  const value = issue.path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside ? Reflect.get(inside, key) : undefined),
    body,
  );
  return [
    {
      field,
      issue: issueOf(issue, value),
      ...(typeof value === "string" ? { value: value.slice(0, 200) } : {}),
    },
  ];
}

function pointerTo(path: readonly PropertyKey[]): string {
  return `/${path.map(String).join("/")}`;
}

const ownIssue = z.object({ issue: z.enum(["INVALID_COUNTRY_CODE", "INVALID_PARAMETER_SYNTAX"]) });

function issueOf(issue: z.core.$ZodIssue, value: unknown): PayPalIssue {
  if (value === undefined) return "MISSING_REQUIRED_PARAMETER";
  if (issue.code === "custom")
    return ownIssue.safeParse(issue.params).data?.issue ?? "INVALID_PARAMETER_VALUE";
  if (issue.code === "invalid_format") return "INVALID_PARAMETER_SYNTAX";
  const ofArray = Array.isArray(value);
  if (issue.code === "too_small") return ofArray ? "INVALID_ARRAY_MIN_ITEMS" : "INVALID_STRING_LENGTH";
  if (issue.code === "too_big") return ofArray ? "INVALID_ARRAY_MAX_ITEMS" : "INVALID_STRING_LENGTH";
  return issue.code === "invalid_type" ? "INVALID_PARAMETER_SYNTAX" : "INVALID_PARAMETER_VALUE";
}

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** Orders v2: "The server stores keys for 6 hours." Payments v2: "for 45 days". */
const retentionMilliseconds = {
  orders: 6 * HOUR_MILLISECONDS,
  payments: 45 * 24 * HOUR_MILLISECONDS,
} as const;

const storedSchema = z.object({
  objectId: z.string(),
  failure: z
    .object({
      status: z.literal(422),
      errorName: z.string(),
      message: z.string(),
      details: z.array(z.object({ issue: z.string() })),
      links: z.array(z.object({ href: z.string(), rel: z.string(), method: z.string() })),
    })
    .nullable()
    .default(null),
});

type Stored = z.infer<typeof storedSchema>;

interface Made {
  objectId: string;
  /** A refusal that changed something, and is stored. */
  failure?: PayPalFailure | undefined;
}

interface RequestResult extends Made {
  /** Whether an earlier request with this id made it. */
  isRepeated: boolean;
}

interface Request {
  api: keyof typeof retentionMilliseconds;
  path: string;
  requestId: string | undefined;
}

/**
 * Makes something once per PayPal-Request-Id and path, within the caller's transaction; a repeat finds what was made.
 * A refusal before any change leaves the id free.
 */
export async function oncePerRequestId(
  store: Store,
  { api, path, requestId }: Request,
  make: () => Promise<Made>,
): Promise<RequestResult> {
  if (!requestIdHeader.safeParse(requestId).success) {
    throw invalidRequest("INVALID_STRING_LENGTH", "PayPal-Request-Id");
  }
  if (requestId === undefined) return { ...(await make()), isRepeated: false };
  const behaviour = await readPayPalBehaviour(store);
  const id = `paypal_request_${createHash("sha256").update(`${path}\n${requestId}`).digest("base64url")}`;
  await waitForSameId(store, id, behaviour);
  const key = { id, provider: "paypal", kind: "request" } as const;
  const row = await store.find(key, { isNew: true });
  if (row && Date.now() - row.createdAt.getTime() < retentionMilliseconds[api]) {
    const stored = storedSchema.parse(row.body);
    const known = repeated(stored, behaviour);
    if (known) return known;
  }
  const made = await make();
  const stored = storedSchema.parse({ objectId: made.objectId, failure: storable(made.failure) });
  // An expired one is replaced.
  if (row) store.put({ ...key, body: stored });
  else store.insert({ ...key, body: stored });
  return { ...made, isRepeated: false };
}

/** "PayPal processes the first request and might fail the second" (developer.paypal.com, "Idempotency"). */
async function waitForSameId(store: Store, id: string, { simultaneous }: PayPalBehaviour): Promise<void> {
  if (simultaneous === "waits") await store.claimInTurn(id);
  else if (!(await store.claim(id))) throw inProgress();
}

function repeated(
  { objectId, failure }: Stored,
  { repeatedRefusal }: PayPalBehaviour,
): RequestResult | undefined {
  if (!failure || repeatedRefusal === "latest") return { objectId, isRepeated: true };
  if (repeatedRefusal === "new-try") return undefined;
  const { status, errorName, message, ...more } = failure;
  return { objectId, failure: new PayPalFailure(status, errorName, message, more), isRepeated: true };
}

function storable(failure: PayPalFailure | undefined): Stored["failure"] {
  if (!failure) return null;
  const { errorName, message, details, links } = failure;
  return {
    status: 422,
    errorName,
    message,
    details: details.map(({ issue }) => ({ issue })),
    links: [...links],
  };
}
