import { readInSandbox } from "../sandbox-process.server.ts";
import { signatureMatches } from "../signatures.server.ts";
import type { IntentState } from "./sandbox-state.ts";
import { loadObject, paymentIntents } from "./sandbox-store.server.ts";
import { invalidRequest } from "./stripe-failure.ts";

/**
 * The intent that a browser names. Its client secret is what lets the browser at it.
 * @throws StripeFailure for an unknown id or another intent's secret
 */
export async function findIntentBySecret(id: string, clientSecret: string | undefined): Promise<IntentState> {
  const intent = await readInSandbox((em) => loadObject(em, paymentIntents, id));
  if (clientSecret && signatureMatches(intent.client_secret, clientSecret)) return intent;
  throw invalidRequest(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    undefined,
    "client_secret",
  );
}
