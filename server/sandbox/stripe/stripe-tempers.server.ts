import { z } from "zod";
import { readInSandbox } from "../sandbox-process.server.ts";
import { signatureMatches } from "../signatures.server.ts";
import type { Store } from "../store.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import { loadObject, paymentIntents } from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";

const TEMPERS = { id: "stripe_tempers", provider: "stripe", kind: "tempers" } as const;

/**
 * Where Stripe's documents leave open what it does, or the account's settings decide it, the sandbox can do either:
 * what comes first is the default. A shop that is right under all of them is right.
 */
const tempersSchema = z.object({
  /**
   * A new amount while the shopper stands in 3-D Secure is taken (the error of an update in another state names
   * requires_action among those that may). The challenge is then over, or goes on and charges the new amount, or goes on
   * and charges the amount that the bank was asked about.
   */
  challengeAfterUpdate: z.enum(["over", "charges-new-amount", "charges-old-amount"]).default("over"),
  /** Another card while the shopper stands in 3-D Secure: it is taken, or the shopper has to end the challenge first. */
  confirmInChallenge: z.enum(["taken", "refused"]).default("taken"),
  /** What is enabled in the dashboard; `allowed_payment_method_types` only filters it. */
  dashboardMethods: z.array(z.string()).default(["card", "link"]),
});

export type StripeTempers = z.infer<typeof tempersSchema>;

export async function readStripeTempers(store: Store): Promise<StripeTempers> {
  const row = await store.find(TEMPERS);
  return tempersSchema.parse(row?.body ?? {});
}

/** Chooses for every process on this database; what is not named is the default. */
export async function setStripeTempers(store: Store, tempers: Partial<StripeTempers>): Promise<void> {
  await store.put({ ...TEMPERS, body: tempersSchema.parse(tempers) });
}

/**
 * The intent that a browser names. Its client secret is what lets the browser at it.
 * @throws StripeFailure for an unknown id or another intent's secret
 */
export async function findIntentBySecret(id: string, clientSecret: string | undefined): Promise<IntentState> {
  const intent = await readInSandbox((store) => loadObject(store, paymentIntents, id));
  if (clientSecret && signatureMatches(intent.client_secret, clientSecret)) return intent;
  throw invalidRequest(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    undefined,
    "client_secret",
  );
}
