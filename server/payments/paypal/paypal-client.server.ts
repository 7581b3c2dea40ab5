import type { OrderRequest, RefundRequest } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { storableValue } from "#server/core/text.ts";
import { callProvider } from "../call-provider.server.ts";
import {
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  paypalCaptureSchema,
  paypalOrderSchema,
  paypalRefundSchema,
  type Wire,
} from "./paypal-order.ts";

interface PayPalErrorDetails {
  message?: string | undefined;
  debugId?: string | undefined;
  redirect?: string | undefined;
  field?: string | undefined;
}

/** PayPal refused a request, or could not be reached. */
export class PayPalError extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  /** The most precise code: `details[0].issue`, else the error's `name`. */
  readonly issue: string;
  /** What in the request is at fault, as a JSON pointer. */
  readonly field: string | undefined;
  /** What PayPal's support asks for. */
  readonly debugId: string | undefined;
  /** Where the payer can put it right, when PayPal names an address: the refusal's link "redirect". */
  readonly redirect: string | undefined;

  constructor(status: number, issue: string, more: PayPalErrorDetails = {}) {
    super(more.message ?? `PayPal answered ${status} ${issue}`);
    this.name = "PayPalError";
    this.status = status;
    this.issue = issue;
    this.debugId = more.debugId;
    this.redirect = more.redirect;
    this.field = more.field;
  }

  /** Whether nobody knows if the request was carried out. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Whether the same request, sent twice at once, is still being carried out: PayPal fails the second one. */
  get isUnderWay(): boolean {
    return this.status === 409 && this.issue === "PREVIOUS_REQUEST_IN_PROGRESS";
  }
}

const TIMEOUT_MILLISECONDS = 15_000;
const PAUSES_MILLISECONDS = [300, 1200];
/** PayPal refuses longer ones. */
const LONGEST_REQUEST_ID = 108;
/** A token is renewed so long before it ends. */
const TOKEN_MARGIN_MILLISECONDS = 60_000;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const errorSchema = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.looseObject({ issue: z.string().optional(), field: z.string().optional() })).optional(),
  links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).optional(),
});

interface PayPalRequest {
  /** Any JSON value, or a text that is JSON already and must arrive byte for byte. */
  body?: unknown;
  /** The idempotency key; PayPal remembers it for six hours. */
  requestId?: string;
  /** All fields of what was made, not only its id and status. */
  whole?: boolean;
}

interface PayPalAccount {
  /** Such as https://api-m.paypal.com, without a trailing slash. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** In milliseconds, before a request is sent again with the same PayPal-Request-Id, so that it never acts twice. */
  pauses?: readonly number[] | undefined;
}

/** PayPal's REST interface over fetch: signs in by itself, gives up slow requests, repeats failed ones. */
export class PayPalClient {
  readonly #account: PayPalAccount;
  #token: { value: string; until: number } | undefined;

  constructor(account: PayPalAccount) {
    this.#account = account;
  }

  /** @throws PayPalError when PayPal refuses, or does not answer after the last try */
  async send<Schema extends z.ZodType>(
    schema: Schema,
    method: "GET" | "POST",
    path: string,
    request: PayPalRequest = {},
  ): Promise<z.output<Schema>> {
    if ((request.requestId?.length ?? 0) > LONGEST_REQUEST_ID)
      throw new Error("PayPal-Request-Id is too long.");
    for (const pause of [...(this.#account.pauses ?? PAUSES_MILLISECONDS), undefined]) {
      try {
        return schema.parse(await this.#sendOnce(method, path, request));
      } catch (error) {
        if (!(error instanceof PayPalError)) throw error;
        // The token may have been withdrawn before its time.
        if (error.status === 401) this.#token = undefined;
        const again = error.isUncertain || error.isUnderWay || error.status === 429 || error.status === 401;
        if (!again || pause === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    throw new PayPalError(0, "NO_ANSWER");
  }

  async #sendOnce(method: "GET" | "POST", path: string, request: PayPalRequest): Promise<unknown> {
    const { body, requestId, whole } = request;
    const headers: Record<string, string> = {
      Authorization: `Bearer ${await this.#accessToken()}`,
      "Content-Type": "application/json",
      Prefer: whole ? "return=representation" : "return=minimal",
    };
    if (requestId) headers["PayPal-Request-Id"] = requestId;
    const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
    return this.#call(method, path, headers, text);
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value;
    const { clientId, clientSecret } = this.#account;
    const headers = {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
    };
    const response = await this.#call("POST", "/v1/oauth2/token", headers, "grant_type=client_credentials");
    const token = tokenSchema.parse(response);
    const until = Date.now() + token.expires_in * 1000 - TOKEN_MARGIN_MILLISECONDS;
    this.#token = { value: token.access_token, until };
    return token.access_token;
  }

  async #call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const answer = await fetch(this.#account.baseUrl + path, { method, headers, body, signal })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((error: unknown) => {
        throw new PayPalError(0, "NO_ANSWER", { message: `PayPal did not answer: ${String(error)}` });
      });
    const { response, text } = answer;
    const json = jsonOf(text);
    if (response.ok) return json;
    const failure = errorSchema.safeParse(json).data;
    throw new PayPalError(
      response.status,
      failure?.details?.[0]?.issue ?? failure?.name ?? failure?.error ?? "UNKNOWN",
      {
        message: failure?.message,
        field: failure?.details?.[0]?.field,
        debugId: failure?.debug_id ?? response.headers.get("paypal-debug-id") ?? undefined,
        redirect: failure?.links?.find(({ rel }) => rel === "redirect" || rel === "payer-action")?.href,
      },
    );
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, storableValue);
  } catch {
    return undefined;
  }
}

/** How the shop reaches PayPal: its REST interface, or the sandbox's. */
export interface PayPalGateway {
  client: PayPalClient;
  /** For the browser. */
  clientId: string;
  /** Where payers approve an order, whose id follows. */
  approvalPage: string;
  /** Which of PayPal's webhooks this shop is. */
  webhookId: string;
  /** True while test payments come from our own sandbox, not from PayPal's. */
  isSandbox: boolean;
}

/* The calls of PayPal's interface that the shop makes. Each throws PayPalError. */

/** An order that the shopper then approves. The same request id is one order. */
export function createOrderAtPayPal(
  paypal: PayPalGateway,
  body: Wire<OrderRequest>,
  requestId: string,
): Promise<PayPalOrder> {
  return paypal.client.send(paypalOrderSchema, "POST", "/v2/checkout/orders", {
    body,
    requestId,
    whole: true,
  });
}

/** The order as PayPal has it now; undefined when it knows none of this id. */
export async function findPayPalOrder(
  paypal: PayPalGateway,
  orderId: string,
): Promise<PayPalOrder | undefined> {
  if (!isPayPalId(orderId)) return undefined;
  return unlessMissing(paypal.client.send(paypalOrderSchema, "GET", `/v2/checkout/orders/${orderId}`));
}

/** The capture as PayPal has it now; undefined when it knows none of this id. */
export async function findPayPalCapture(
  paypal: PayPalGateway,
  captureId: string,
): Promise<PayPalCapture | undefined> {
  if (!isPayPalId(captureId)) return undefined;
  return unlessMissing(paypal.client.send(paypalCaptureSchema, "GET", `/v2/payments/captures/${captureId}`));
}

/** Takes the money of an approved order. The same request id takes it once. */
export function captureAtPayPal(
  paypal: PayPalGateway,
  orderId: string,
  requestId: string,
): Promise<PayPalOrder> {
  return paypal.client.send(paypalOrderSchema, "POST", `/v2/checkout/orders/${orderId}/capture`, {
    body: {},
    requestId,
    whole: true,
  });
}

/** Gives an amount of a capture back. The same request id is one refund. */
export function refundAtPayPal(
  paypal: PayPalGateway,
  captureId: string,
  body: Wire<RefundRequest>,
  requestId: string,
): Promise<PayPalRefund> {
  const path = `/v2/payments/captures/${captureId}/refund`;
  return paypal.client.send(paypalRefundSchema, "POST", path, { body, requestId, whole: true });
}

const clientTokenSchema = z.object({ client_token: z.string() });

/** What the browser's SDK begins with. */
export async function makeClientToken(paypal: PayPalGateway): Promise<string> {
  const path = "/v1/identity/generate-token";
  return (await callPayPal(() => paypal.client.send(clientTokenSchema, "POST", path))).client_token;
}

/** PayPal's ids have no other characters: nothing else ever becomes part of an address at PayPal. */
export function isPayPalId(text: string): boolean {
  return /^[A-Z0-9-]{1,36}$/.test(text);
}

/** What PayPal has; undefined when it says that there is no such thing. */
export async function unlessMissing<Found>(lookup: Promise<Found>): Promise<Found | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) return undefined;
    throw error;
  }
}

/** What the log should know of an error of PayPal's. */
export function payPalFailureOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof PayPalError)) return undefined;
  const { status, issue, debugId, message } = error;
  return { status, issue, debugId, message };
}

/**
 * Runs a call to PayPal; its failure becomes the message, by default the one for shoppers, with the cause for the log
 * only.
 * @throws ShopError `unavailable`
 */
export function callPayPal<Result>(call: () => Promise<Result>, message?: string): Promise<Result> {
  return callProvider(payPalFailureOf, call, message);
}

/**
 * The way to PayPal. @throws ShopError `not_found` when this shop has no PayPal, or, with `offered`, when its owner
 * has switched it off (what was begun before is still settled then).
 */
export function requirePayPal(context: Context, { offered = false } = {}): PayPalGateway {
  const { paypal } = context.gateways;
  if (paypal && (!offered || context.settings.paypalEnabled)) return paypal;
  throw new ShopError("not_found", "Payment by PayPal is not available.");
}
