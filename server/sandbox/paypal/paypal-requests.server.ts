import { createHash } from "node:crypto";
import type { OrderRequest, RefundRequest } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import type { Wire } from "../../payments/paypal/paypal-order.ts";
import { requestInProgress, runInSandbox, whileInProgress } from "../sandbox-process.server.ts";
import type { Kind, Store } from "../store.server.ts";
import { inProgress, invalidRequest, PayPalFailure } from "./paypal-failure.ts";
import { type PayPalBehaviour, readPayPalBehaviour } from "./paypal-store.server.ts";

/*
 * What the types of PayPal's SDK cannot say of the shop's requests: lengths, patterns and required fields, from PayPal's
 * OpenAPI (checkout_orders_v2, payments_payment_v2, notifications_webhooks_v1). Fields that the shop does not send are
 * refused, not ignored.
 */

const text = (longest: number, shortest = 0) =>
  z
    .string()
    .min(shortest)
    .max(longest)
    .refine((value) => !/\p{Surrogate}/u.test(value));
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
  .refine((code) => !noCountries.has(code), "INVALID_COUNTRY_CODE");

/** Shipping supports only these fields of PayPal's address. */
const address = z.strictObject({
  address_line_1: text(300).optional(),
  admin_area_2: text(120).optional(),
  postal_code: text(60).optional(),
  country_code: countryCode,
});

const item = z.strictObject({
  name: text(127, 1),
  quantity: text(10).regex(/^[1-9][0-9]{0,9}$/),
  unit_amount: money,
  category: z.literal("PHYSICAL_GOODS").optional(),
});

const purchaseUnit = z.strictObject({
  custom_id: text(127, 1).optional(),
  invoice_id: text(127, 1).optional(),
  amount: z.strictObject({
    ...money.shape,
    breakdown: z.strictObject({ item_total: money.optional(), shipping: money.optional() }).optional(),
  }),
  items: z.array(item).optional(),
  shipping: z
    .strictObject({
      type: z.literal("SHIPPING").optional(),
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
  shipping_preference: z.enum(["NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
  user_action: z.literal("PAY_NOW").optional(),
});

export const orderRequest: z.ZodType<Wire<OrderRequest>> = z.strictObject({
  intent: z.literal("CAPTURE"),
  purchase_units: z.array(purchaseUnit).length(1),
  payment_source: z
    .strictObject({
      paypal: z.strictObject({ experience_context: experienceContext.optional() }).optional(),
    })
    .optional(),
});

export type PurchaseUnit = Wire<OrderRequest>["purchase_units"][number];

export const captureRequest = z.strictObject({}).optional();

export const refundRequest = z.strictObject({
  amount: money,
  custom_id: line(127).optional(),
}) satisfies z.ZodType<Wire<RefundRequest>>;

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

/**
 * The parsed request. @throws PayPalFailure 400 that names each field at fault
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidRequest(...parsed.error.issues.flatMap(faultsOf));
}

function faultsOf(issue: z.core.$ZodIssue): { field: string; issue: string }[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: pointerTo([...issue.path, key]), issue: "NOT_SUPPORTED" }));
  }
  const isCountry = issue.message === "INVALID_COUNTRY_CODE";
  return [{ field: pointerTo(issue.path), issue: isCountry ? issue.message : "INVALID_PARAMETER_VALUE" }];
}

function pointerTo(path: readonly PropertyKey[]): string {
  return `/${path.map(String).join("/")}`;
}

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** Orders v2: "The server stores keys for 6 hours." Payments v2: "for 45 days". */
const retentionMilliseconds = {
  orders: 6 * HOUR_MILLISECONDS,
  payments: 45 * 24 * HOUR_MILLISECONDS,
} as const;

interface Made {
  objectId: string;
  /** A refusal that changed something, and is kept. */
  failure?: PayPalFailure | undefined;
}

interface Stored {
  id: string;
  objectId: string;
  failure: Pick<PayPalFailure, "errorName" | "message" | "details" | "links"> | null;
}

const requests: Kind<Stored> = { provider: "paypal", kind: "request" };

interface Request {
  api: keyof typeof retentionMilliseconds;
  path: string;
  requestId: string | undefined;
}

/**
 * Makes something once per PayPal-Request-Id and path, and answers with it; a repeat finds what was made. A refusal
 * before any change leaves the id free.
 */
export async function oncePerRequestId<Answer>(
  { api, path, requestId }: Request,
  make: (store: Store) => Made,
  answer: (store: Store, made: Made & { isRepeated: boolean }) => Answer,
): Promise<Answer> {
  if (!requestIdHeader.safeParse(requestId).success) {
    throw invalidRequest({ issue: "INVALID_STRING_LENGTH", field: "PayPal-Request-Id" });
  }
  if (requestId === undefined) {
    return runInSandbox((store) => answer(store, { ...make(store), isRepeated: false }));
  }
  const id = createHash("sha256").update(`${path}\n${requestId}`).digest("base64url");
  // "PayPal processes the first request and might fail the second" (developer.paypal.com, "Idempotency").
  if (requestInProgress(id)) throw inProgress();
  return whileInProgress(id, () =>
    runInSandbox((store) => {
      const stored = store.stored(requests, id);
      const isRemembered = stored && Date.now() - stored.at < retentionMilliseconds[api];
      const known = isRemembered && repeated(stored.body, readPayPalBehaviour(store));
      if (known) return answer(store, { ...known, isRepeated: true });
      const made = make(store);
      store.remove(requests, id);
      store.put(requests, { id, objectId: made.objectId, failure: made.failure ?? null });
      return answer(store, { ...made, isRepeated: false });
    }),
  );
}

function repeated({ objectId, failure }: Stored, { repeatedRefusal }: PayPalBehaviour): Made | undefined {
  if (!failure || repeatedRefusal === "latest") return { objectId };
  if (repeatedRefusal === "new-try") return undefined;
  const { errorName, message, details, links } = failure;
  return { objectId, failure: new PayPalFailure(422, errorName, message, { details, links }) };
}
