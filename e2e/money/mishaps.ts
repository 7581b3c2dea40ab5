import fc from "fast-check";

/** An injected fault in one request. Calls to the providers and statements are counted from 0. */
export type Mishap =
  | { kind: "none" }
  /** The call waits on its way, there or back, until a later step releases it. */
  | { kind: "slow"; call: number; on: "request" | "answer" }
  /** Carried out, but the response is lost, this many times. */
  | { kind: "answer lost"; call: number; times: number }
  /** Never arrives. */
  | { kind: "no connection"; call: number; times: number }
  /** The provider fails before it did anything; Stripe stores that as the key's response. */
  | { kind: "500"; call: number; times: number; kept: boolean }
  /** The shop's process ends: before or after it sent a statement, or around a call. */
  | { kind: "dies at statement"; statement: number; when: "before" | "after" }
  | { kind: "dies at call"; call: number; when: "before" | "after" };

const call = fc.nat(4);
const times = fc.constantFrom(1, 5);
const when = fc.constantFrom("before", "after");

/** Mostly there is no fault, and faults shrink to none. */
export const mishap: fc.Arbitrary<Mishap> = fc.oneof(
  { weight: 14, arbitrary: fc.constant({ kind: "none" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("slow" as const),
      call,
      on: fc.constantFrom("request", "answer"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("answer lost" as const), call, times }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("no connection" as const), call, times }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("500" as const), call, times, kept: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("dies at statement" as const),
      statement: fc.nat(60),
      when,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("dies at call" as const), call, when }) },
);

export const NONE: Mishap = { kind: "none" };

export function mishapText(mishap: Mishap): string {
  const { kind, ...rest } = mishap;
  return kind === "none" ? "" : `, but ${kind} ${JSON.stringify(rest)}`;
}
