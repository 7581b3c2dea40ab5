import { z } from "zod";
import type { Store } from "../store.server.ts";

const TEMPERS = { id: "paypal_tempers", provider: "paypal", kind: "tempers" } as const;

/**
 * Where PayPal's documents leave open what it does, the sandbox can do either: what comes first is the default. A shop
 * that is right does not depend on it.
 */
const tempersSchema = z.object({
  /** An order whose card was declined: open for its payer again, or still approved. */
  declinedOrder: z.enum(["PAYER_ACTION_REQUIRED", "APPROVED"]).default("PAYER_ACTION_REQUIRED"),
  /** A request that was refused, sent again: the order as it is now, the same refusal, or a new try. */
  repeatedRefusal: z.enum(["latest", "same", "new-try"]).default("latest"),
  /** Two requests with one id at once: the second fails with 409, or waits for the first. */
  simultaneous: z.enum(["409", "waits"]).default("409"),
  /** An order whose time is over: gone, or refused with ORDER_EXPIRED. */
  expiredOrder: z.enum(["404", "ORDER_EXPIRED"]).default("404"),
  /** Addresses without the state that their country has. */
  missingState: z.enum(["refused", "taken"]).default("refused"),
  /** Whether the app may have client tokens, which only card fields need. */
  clientToken: z.enum(["given", "refused"]).default("given"),
  /** How refunds begin: done, or waiting for an eCheck (`settlePayPalRefund` ends the wait). */
  refunds: z.enum(["COMPLETED", "PENDING"]).default("COMPLETED"),
});

export type PayPalTempers = z.infer<typeof tempersSchema>;

export async function readPayPalTempers(store: Store): Promise<PayPalTempers> {
  const row = await store.find(TEMPERS);
  return tempersSchema.parse(row?.body ?? {});
}

/** Sets them for every process on this database; what is not named is as by default. */
export async function setPayPalTempers(store: Store, tempers: Partial<PayPalTempers>): Promise<void> {
  await store.put({ ...TEMPERS, body: tempersSchema.parse(tempers) });
}
