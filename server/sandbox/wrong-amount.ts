import { parsePounds, penceToDecimal } from "./amounts.ts";

/** An answer's JSON in which the provider says that so many pence more came in than did. */
export function withWrongAmount(body: unknown, pence: number): unknown {
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
