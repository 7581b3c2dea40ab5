import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import { type Call, isAnswered, jsonOf, type SentEvent, type Verdict } from "./exchange.ts";
import { findTemplate } from "./path-template.ts";
import {
  judgePayPalError,
  judgePayPalFacts,
  LONGEST_REQUEST_ID,
  ORDER_ID,
  PREFERENCES,
} from "./paypal-facts.ts";
import { readForm } from "./read-form.ts";
import { SdkTypes } from "./sdk-types.ts";
import { isNot, lacks, type Violation } from "./violation.ts";

type Type = ReturnType<SdkTypes["exported"]>;

/** The signed text of PayPal's events (notifications_webhooks_v1.json, `verify_webhook_signature`). */
const signatureHeaders = {
  "paypal-auth-algo": "auth_algo",
  "paypal-cert-url": "cert_url",
  "paypal-transmission-id": "transmission_id",
  "paypal-transmission-sig": "transmission_sig",
  "paypal-transmission-time": "transmission_time",
};

/** Checks the traffic between the shop and PayPal's stand-in against the types of PayPal's SDK and its documents. */
export class PayPalJudge {
  readonly #types = new SdkTypes(
    path.join(projectFolder, "scripts", "test", "wire", "paypal-calls.ts"),
    "camel case",
  );

  judgeCall(call: Call): Verdict | undefined {
    const { pathname, search } = new URL(call.path, "http://127.0.0.1");
    const calls = this.#types.exported("PayPalCalls");
    const name = findTemplate(this.#types.fieldNames(calls), call.method, pathname);
    const types = name === undefined ? undefined : this.#types.field(calls, name);
    if (name === undefined || !types) return undefined;
    const [parameters, responseType, refusal] = ["parameters", "answer", "refusal"].map((field) =>
      this.#types.field(types, field),
    );
    if (!parameters || !responseType || !refusal)
      throw new Error(`${name} in paypal-calls.ts names no types.`);
    return {
      name,
      request: [
        ...judgePath(name, pathname),
        ...judgeHeaders(call),
        ...this.#judgeRequest(name, parameters, call, search),
      ],
      answer: isAnswered(call) ? this.#judgeAnswer(name, call, responseType, refusal) : [],
    };
  }

  judgeEvent(event: SentEvent): Verdict {
    const body = jsonOf(event.requestBody);
    const name = `event ${typeOf(body)}`;
    const headers = Object.entries(signatureHeaders).flatMap(([header, field]) => {
      const value = event.requestHeaders[header];
      if (value === undefined) return [isNot(header, "sent with every event", value)];
      return judgePayPalFacts("headers", "answer", { [field]: value }).map((violation) => ({
        ...violation,
        at: header,
      }));
    });
    const judged = [
      ...this.#types.judge(this.#types.exported("PayPalEvent"), body, "json"),
      ...judgePayPalFacts(name, "answer", body),
    ];
    return { name, request: [], answer: [...headers, ...judged] };
  }

  #judgeRequest(name: string, type: Type, call: Call, search: string): Violation[] {
    const isForm = call.requestHeaders["content-type"]?.startsWith("application/x-www-form-urlencoded");
    const inQuery = call.method === "GET";
    if (inQuery || isForm) {
      const fields = readForm(inQuery ? search.slice(1) : call.requestBody);
      return [...this.#types.judge(type, fields, "form"), ...judgePayPalFacts(name, "request", fields)];
    }
    const body = call.requestBody === "" ? {} : jsonOf(call.requestBody);
    return [...this.#types.judge(type, body, "json"), ...judgePayPalFacts(name, "request", body)];
  }

  #judgeAnswer(name: string, call: Call, type: Type, refusal: Type): Violation[] {
    const body = jsonOf(call.responseBody);
    const status = call.status ?? 0;
    if (status >= 400) {
      return [...this.#types.judge(refusal, body, "json"), ...judgePayPalError(name, status, body)];
    }
    return [
      ...this.#types.judge(type, body, "json"),
      ...judgePayPalFacts(name, "answer", body),
      ...judgeMinimum(name, body),
    ];
  }
}

/** "A minimal response includes the id, status and HATEOAS links" (header `Prefer` of both v2 documents). */
function judgeMinimum(name: string, body: unknown): Violation[] {
  if (!name.includes("/v2/") || typeof body !== "object" || body === null) return [];
  const missing = ["id", "status", "links"].filter((field) => !(field in body));
  return missing.length === 0 ? [] : [lacks("", missing, "the least answer")];
}

function judgePath(name: string, pathname: string): Violation[] {
  if (!name.includes("/checkout/orders/:id")) return [];
  const id = pathname.split("/")[4] ?? "";
  return ORDER_ID.test(id) ? [] : [isNot("the id in the path", String(ORDER_ID), id)];
}

function judgeHeaders({ method, path: called, requestHeaders, requestBody }: Call): Violation[] {
  const violations: Violation[] = [];
  const id = requestHeaders["paypal-request-id"];
  if (id !== undefined && (id.length < 1 || id.length > LONGEST_REQUEST_ID)) {
    violations.push(isNot("PayPal-Request-Id", `1 to ${LONGEST_REQUEST_ID} characters`, id));
  }
  const prefer = requestHeaders.prefer;
  if (prefer !== undefined && !PREFERENCES.includes(prefer)) {
    violations.push(isNot("Prefer", PREFERENCES.join(" or "), prefer));
  }
  const type = requestHeaders["content-type"] ?? "";
  const isToken = called.startsWith("/v1/oauth2/");
  const contentType = isToken ? "application/x-www-form-urlencoded" : "application/json";
  if (method !== "GET" && requestBody !== "" && !type.startsWith(contentType)) {
    violations.push(isNot("Content-Type", contentType, type));
  }
  return violations;
}

function typeOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("event_type" in body)) return "of no type";
  return String(body.event_type);
}
