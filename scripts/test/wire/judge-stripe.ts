import path from "node:path";
import Stripe from "stripe";
import { projectFolder } from "#server/process/project-folder.ts";
import { type Call, isAnswered, jsonOf, type SentEvent, type Verdict } from "./exchange.ts";
import { findTemplate } from "./path-template.ts";
import { FormError, readForm } from "./read-form.ts";
import { SdkTypes } from "./sdk-types.ts";
import { judgeStripeFacts, LONGEST_IDEMPOTENCY_KEY } from "./stripe-facts.ts";
import { isNot, type Violation } from "./violation.ts";

/** Checks the traffic between the shop and Stripe's stand-in against the types of Stripe's SDK. */
export class StripeJudge {
  readonly #types = new SdkTypes(path.join(projectFolder, "scripts", "test", "wire", "stripe-calls.ts"));

  judgeCall(call: Call): Verdict | undefined {
    const { pathname, search } = new URL(call.path, "http://127.0.0.1");
    const calls = this.#types.exported("StripeCalls");
    const name = findTemplate(this.#types.fieldNames(calls), call.method, pathname);
    const types = name === undefined ? undefined : this.#types.field(calls, name);
    if (name === undefined || !types) return undefined;
    const parameters = this.#types.field(types, "parameters");
    const responseType = this.#types.field(types, "answer");
    if (!parameters || !responseType) throw new Error(`${name} in stripe-calls.ts names no types.`);
    const form = call.method === "GET" ? search.slice(1) : call.requestBody;
    return {
      name,
      request: [...judgeRequestHeaders(call), ...this.#judgeForm(parameters, form)],
      answer: isAnswered(call) ? [...judgeAnswerHeaders(call), ...this.#judgeAnswer(responseType, call)] : [],
    };
  }

  judgeEvent(event: SentEvent): Verdict {
    const body = jsonOf(event.requestBody);
    const signed = /^t=\d+,v1=[0-9a-f]{64}/.test(event.requestHeaders["stripe-signature"] ?? "");
    const signature = isNot(
      "Stripe-Signature",
      "t=seconds,v1=a SHA-256",
      event.requestHeaders["stripe-signature"],
    );
    return {
      name: `event ${typeOf(body)}`,
      request: [],
      answer: [...(signed ? [] : [signature]), ...this.#judgeBody(this.#types.exported("StripeEvent"), body)],
    };
  }

  #judgeForm(type: ReturnType<SdkTypes["exported"]>, form: string): Violation[] {
    try {
      const fields = readForm(form);
      return [...this.#types.judge(type, fields, "form"), ...judgeStripeFacts(fields)];
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      return [isNot(`/${error.parameter}`, "form encoding", form)];
    }
  }

  #judgeAnswer(type: ReturnType<SdkTypes["exported"]>, call: Call): Violation[] {
    const refused = (call.status ?? 0) >= 400;
    return this.#judgeBody(refused ? this.#types.exported("StripeRefusal") : type, jsonOf(call.responseBody));
  }

  #judgeBody(type: ReturnType<SdkTypes["exported"]>, body: unknown): Violation[] {
    return [...this.#types.judge(type, body, "json"), ...judgeStripeFacts(body)];
  }
}

function typeOf(body: unknown): string {
  return typeof body === "object" && body !== null && "type" in body ? String(body.type) : "of no type";
}

function judgeRequestHeaders({ method, requestHeaders, requestBody }: Call): Violation[] {
  const version = requestHeaders["stripe-version"];
  const key = requestHeaders["idempotency-key"];
  const type = requestHeaders["content-type"] ?? "";
  const violations: Violation[] = [];
  if (version !== undefined && version !== Stripe.API_VERSION) {
    violations.push(isNot("Stripe-Version", `${Stripe.API_VERSION}, as the SDK's types are`, version));
  }
  if (key !== undefined && (key === "" || key.length > LONGEST_IDEMPOTENCY_KEY)) {
    violations.push(isNot("Idempotency-Key", `1 to ${LONGEST_IDEMPOTENCY_KEY} characters`, key));
  }
  if (method !== "GET" && requestBody !== "" && !type.startsWith("application/x-www-form-urlencoded")) {
    violations.push(isNot("Content-Type", "application/x-www-form-urlencoded", type));
  }
  return violations;
}

function judgeAnswerHeaders({ responseHeaders }: Call): Violation[] {
  const violations: Violation[] = [];
  if (!responseHeaders["content-type"]?.startsWith("application/json")) {
    violations.push(isNot("Content-Type", "application/json", responseHeaders["content-type"]));
  }
  if (!/^req_\w+$/.test(responseHeaders["request-id"] ?? "")) {
    violations.push(isNot("Request-Id", "req_…", responseHeaders["request-id"]));
  }
  return violations;
}
