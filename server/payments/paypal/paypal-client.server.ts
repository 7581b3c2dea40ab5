import { z } from "zod";
import type { Environment } from "#server/core/env.server.ts";
import { storableValue } from "#server/core/text.ts";
import { usesStandIns } from "../provider-list.ts";
import { startedSandbox } from "../sandbox-connection.server.ts";

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
const refusalSchema = z.object({
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
class PayPalClient {
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
    const refusal = refusalSchema.safeParse(json).data;
    throw new PayPalError(
      response.status,
      refusal?.details?.[0]?.issue ?? refusal?.name ?? refusal?.error ?? "UNKNOWN",
      {
        message: refusal?.message,
        field: refusal?.details?.[0]?.field,
        debugId: refusal?.debug_id ?? response.headers.get("paypal-debug-id") ?? undefined,
        redirect: refusal?.links?.find(({ rel }) => rel === "redirect" || rel === "payer-action")?.href,
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

const payPalAddresses = {
  live: { api: "https://api-m.paypal.com", payer: "https://www.paypal.com" },
  sandbox: { api: "https://api-m.sandbox.paypal.com", payer: "https://www.sandbox.paypal.com" },
} as const;

/** With the keys of the environment; the sandbox where no provider has any; none where only others have. */
export function connectPayPal(environment: Environment): PayPalGateway | undefined {
  const { PAYPAL_CLIENT_ID: clientId } = environment;
  if (clientId) return realPayPal(clientId, environment);
  return usesStandIns(environment) ? sandboxPayPal() : undefined;
}

function realPayPal(clientId: string, environment: Environment): PayPalGateway {
  const clientSecret = environment.PAYPAL_CLIENT_SECRET ?? "";
  const { api, payer } = payPalAddresses[environment.PAYPAL_ENVIRONMENT === "sandbox" ? "sandbox" : "live"];
  return {
    client: new PayPalClient({ baseUrl: api, clientId, clientSecret }),
    clientId,
    approvalPage: `${payer}/checkoutnow?token=`,
    webhookId: environment.PAYPAL_WEBHOOK_ID ?? "",
    isSandbox: false,
  };
}

function sandboxPayPal(): PayPalGateway {
  let made: { port: number; client: PayPalClient } | undefined;
  return {
    get client() {
      const { port, payPal, pauses } = startedSandbox();
      if (made?.port !== port) {
        const baseUrl = `http://127.0.0.1:${port}`;
        made = { port, client: new PayPalClient({ baseUrl, ...payPal, pauses }) };
      }
      return made.client;
    },
    clientId: "sandbox",
    approvalPage: "/sandbox/paypal/approve?token=",
    get webhookId() {
      return startedSandbox().payPal.webhookId;
    },
    isSandbox: true,
  };
}
