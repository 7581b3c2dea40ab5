import { z } from "zod";
import type { Kind, Store } from "./store.server.ts";

export const faultsSchema = z.object({
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
});

export type SandboxFaults = z.infer<typeof faultsSchema>;

/** Faults and behaviours: what a test chooses, and a restart leaves as it is; what is left out returns to its default. */
export function settingsOf<Schema extends z.ZodObject>(id: string, schema: Schema) {
  const kind: Kind<z.output<Schema> & { id: string }> = { provider: "stripe", kind: "setting" };
  const defaults = schema.parse({});
  return {
    read: (store: Store): z.output<Schema> => store.find(kind, id) ?? defaults,
    set: (store: Store, chosen: z.input<Schema>) => store.put(kind, { ...schema.parse(chosen), id }),
  };
}

/** The faults to inject; all off unless a test has switched them on. */
export const { read: readFaults, set: setFaults } = settingsOf("faults", faultsSchema);

export type CountedFault = "lostAnswers" | "serverErrors" | "lateServerErrors" | "outages";

/** Whether a counted fault applies to this request, which uses one up. */
export function isDue(store: Store, fault: CountedFault): boolean {
  const faults = readFaults(store);
  if (faults[fault] === 0) return false;
  setFaults(store, { ...faults, [fault]: faults[fault] - 1 });
  return true;
}
