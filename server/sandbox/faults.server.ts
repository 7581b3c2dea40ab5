import { z } from "zod";
import type { Store } from "./store.server.ts";

const FAULTS = { id: "stripe_faults", provider: "stripe", kind: "faults" } as const;

const faultsSchema = z.object({
  /** Every event is sent twice. */
  duplicate: z.boolean().default(false),
  /** Milliseconds that every event waits before it is first sent. */
  delay: z.number().int().min(0).default(0),
  /** Events are lost on the way and never sent again. */
  drop: z.boolean().default(false),
  /** Events overtake one another: each waits for a random part of a second. */
  reorder: z.boolean().default(false),
  /** With every event come one of another account and one of the other mode, live or test, both validly signed. */
  foreign: z.boolean().default(false),
  /** So many requests are carried out and never answered: money moves, and nobody hears of it. */
  lostAnswers: z.number().int().min(0).default(0),
  /**
   * So many requests are answered with 500 before anything happens. Stripe keeps that answer for the request's
   * idempotency key (docs.stripe.com/api/idempotent_requests).
   */
  serverErrors: z.number().int().min(0).default(0),
  /** So many of Stripe's requests are carried out and answered with 500, which is kept for the key as well. */
  lateServerErrors: z.number().int().min(0).default(0),
  /** So many requests are answered with 503 by what stands before the provider, which keeps nothing of them. */
  outages: z.number().int().min(0).default(0),
  /** The account at the provider has not enough money for any refund. */
  emptyBalance: z.boolean().default(false),
  /** The issue with which PayPal refuses each capture, such as PAYER_CANNOT_PAY. */
  captureIssue: z.string().nullable().default(null),
  /** Pence by which the provider's objects name another amount than was paid. */
  wrongAmount: z.number().int().default(0),
});

export type SandboxFaults = z.infer<typeof faultsSchema>;

/** What is to go wrong on purpose; all off unless a test has set it. */
export async function readFaults(store: Store): Promise<SandboxFaults> {
  const row = await store.find(FAULTS);
  return faultsSchema.parse(row?.body ?? {});
}

/** Switches faults for every process on this database; what is not named is switched off. */
export async function setFaults(store: Store, faults: Partial<SandboxFaults>): Promise<void> {
  await store.put({ ...FAULTS, body: faultsSchema.parse(faults) });
}

export type CountedFault = "lostAnswers" | "serverErrors" | "lateServerErrors" | "outages";

/** Whether a counted fault is to happen to this request, which uses up one. */
export async function isDue(store: Store, faults: SandboxFaults, fault: CountedFault): Promise<boolean> {
  // Other requests may have used them all since the switches were read.
  return faults[fault] > 0 && (await spendFault(store, fault));
}

async function spendFault(store: Store, fault: CountedFault): Promise<boolean> {
  const spent = await store.run(
    `update sandbox.object set body = body || jsonb_build_object($2::text, (body->>$2)::int - 1)
      where id = $1 and (body->>$2)::int > 0`,
    [FAULTS.id, fault],
  );
  return spent > 0;
}
