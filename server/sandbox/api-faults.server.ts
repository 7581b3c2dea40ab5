import { type CountedFault, isDue, readFaults } from "./faults.server.ts";
import { failureShape, serverError } from "./paypal/paypal-failure.ts";
import { isPayPalPath } from "./paypal/paypal-sandbox.server.ts";
import { log, readInSandbox, runInSandbox } from "./sandbox-process.server.ts";
import { parsePounds, penceToDecimal } from "./wire-formats.ts";

/** The requests that move money: from the shop to both providers, and from the browser to its card form or pages. */
const movesMoney = [
  /^\/v1\/refunds$/,
  /^\/v2\/checkout\/orders\/[^/]+\/capture$/,
  /^\/v2\/payments\/captures\/[^/]+\/refund$/,
  /^\/sandbox\/stripe\/payment_intents\/[^/]+\/(confirm|authenticate)$/,
  /^\/sandbox\/stripe\/checkout\/[^/]+(\/challenge)?$/,
];

/** Signing in and checking signatures keep working, as when only a provider's payments are out of order. */
const neverFails = /^\/v1\/(oauth2|notifications)\/|^\/sandbox\//;

/**
 * Handles a request to the sandbox, with the faults that are switched on: refused with 503 or 500 before anything
 * happened, carried out without a response, or answered with a wrong amount. @returns undefined when the response is
 * lost on the way
 */
export async function handleWithFaults(
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const faults = readInSandbox(readFaults);
  const happens = (fault: CountedFault) => faults[fault] > 0 && runInSandbox((store) => isDue(store, fault));
  const posted = request.method === "POST";
  const mayFail = posted && !neverFails.test(pathname);
  if (mayFail && (await happens("outages"))) return new Response(null, { status: 503 });
  // Stripe's own faults are injected where its idempotency keys are stored.
  if (mayFail && isPayPalPath(pathname) && (await happens("serverErrors"))) {
    return Response.json(failureShape(serverError()), { status: 500 });
  }
  const response = await handle(request);
  const moved = posted && response.status < 400 && movesMoney.some((path) => path.test(pathname));
  if (moved && (await happens("lostAnswers"))) {
    log("info", "payment sandbox: an answer was lost on purpose", { path: pathname });
    return undefined;
  }
  return faults.wrongAmount === 0 ? response : distorted(response, faults.wrongAmount);
}

async function distorted(response: Response, pence: number): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const body = JSON.stringify(withWrongAmount(await response.json(), pence));
  return new Response(body, { status: response.status, headers: response.headers });
}

/** A JSON response that claims this many pence more than came in. */
function withWrongAmount(body: unknown, pence: number): unknown {
  if (Array.isArray(body)) return body.map((each) => withWrongAmount(each, pence));
  if (!isObject(body)) return body;
  const changed = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, withWrongAmount(value, pence)]),
  );
  if (
    body.object === "payment_intent" &&
    typeof body.amount_received === "number" &&
    body.amount_received > 0
  ) {
    return { ...changed, amount_received: body.amount_received + pence };
  }
  if ("final_capture" in body && isObject(body.amount)) {
    const value = penceToDecimal((parsePounds(String(body.amount.value)) ?? 0) + pence);
    return { ...changed, amount: { ...body.amount, value } };
  }
  return changed;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
