import { z } from "zod";
import type { Store } from "./store.server.ts";

const FAULTS = { id: "stripe_faults", provider: "stripe", kind: "faults" } as const;

const faultsSchema = z.object({
  /** Every event is sent twice. */
  duplicate: z.boolean().default(false),
  /** How long every event waits before it is first sent, in milliseconds. */
  delay: z.number().int().min(0).default(0),
  /** Events are lost and never sent again. */
  drop: z.boolean().default(false),
  /** Events overtake one another: each waits a random part of a second. */
  reorder: z.boolean().default(false),
  /**
   * Every event is accompanied by one of another account and one of the other mode, live or test, both validly signed.
   */
  foreign: z.boolean().default(false),
  /** How many requests are carried out without a response: money moves, and nobody hears of it. */
  lostAnswers: z.number().int().min(0).default(0),
  /**
   * How many requests fail with 500 before anything happens. Stripe stores that response for the request's idempotency
   * key (docs.stripe.com/api/idempotent_requests).
   */
  serverErrors: z.number().int().min(0).default(0),
  /** How many Stripe requests are carried out but answered with 500, which the key stores as well. */
  lateServerErrors: z.number().int().min(0).default(0),
  /** How many requests get 503 from a proxy before the provider, which stores nothing. */
  outages: z.number().int().min(0).default(0),
  /** The account at the provider does not have enough money for any refund. */
  emptyBalance: z.boolean().default(false),
  /** The issue with which PayPal refuses each capture, such as PAYER_CANNOT_PAY. */
  captureIssue: z.string().nullable().default(null),
  /** How many pence the provider's objects differ from what was paid. */
  wrongAmount: z.number().int().default(0),
});

const NO_FAULTS = faultsSchema.parse({});

export type SandboxFaults = z.infer<typeof faultsSchema>;

/** The faults to inject; all off unless a test has switched them on. */
export async function readFaults(store: Store): Promise<SandboxFaults> {
  const row = await store.find(FAULTS);
  return row ? faultsSchema.parse(row.body) : NO_FAULTS;
}

/** Sets the faults for every process on this database; missing ones are switched off. */
export async function setFaults(store: Store, faults: Partial<SandboxFaults>): Promise<void> {
  store.put({ ...FAULTS, body: faultsSchema.parse(faults) });
}

export type CountedFault = "lostAnswers" | "serverErrors" | "lateServerErrors" | "outages";

/** Whether a counted fault applies to this request, which uses one up, in the caller's transaction. */
export async function isDue(store: Store, faults: SandboxFaults, fault: CountedFault): Promise<boolean> {
  if (faults[fault] === 0) return false;
  // Other requests may have used them all since the switches were read.
  const row = await store.find(FAULTS, { lock: true });
  const now = faultsSchema.parse(row?.body ?? {});
  if (now[fault] === 0) return false;
  store.save({ ...FAULTS, body: { ...now, [fault]: now[fault] - 1 } });
  return true;
}
