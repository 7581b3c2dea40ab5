import { setTimeout as wait } from "node:timers/promises";
import { AttackedShop } from "../attack/attacked-shop.ts";

export const SHOP_ORIGIN = "https://shop.example";

/**
 * As strangers meet it: public, so that nothing is there for demonstration. Every limit counts as it does in trade, but
 * none is reached: it would end the tries.
 */
const SETTINGS = { PUBLIC_URL: SHOP_ORIGIN, PAYMENTS: "sandbox", RATE_LIMIT_FACTOR: "1000000" };

export function openTimedShop(dataDir: string): Promise<AttackedShop> {
  return AttackedShop.open(dataDir, SETTINGS);
}

const QUIET_LIMIT_MS = 5000;
const LOOK_MS = 2;

/** Once no job is at work or due: what one request left to be done is not measured with the next. */
export async function untilQuiet(shop: AttackedShop): Promise<void> {
  for (const limit = Date.now() + QUIET_LIMIT_MS; Date.now() < limit; await wait(LOOK_MS)) {
    const busy = await shop.count(
      "select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts",
    );
    if (busy === 0) return;
  }
  throw new Error("The shop's jobs do not come to an end.");
}
