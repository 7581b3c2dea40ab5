import { setTimeout as wait } from "node:timers/promises";
import { AttackedShop } from "../attack/attacked-shop.ts";

export const SHOP_ORIGIN = "https://shop.example";

/**
 * A public shop without demo data. Every limit counts as in production, but none is reached, because that would end
 * the attempts.
 */
const SETTINGS = { PUBLIC_URL: SHOP_ORIGIN, PAYMENTS: "sandbox", RATE_LIMIT_FACTOR: "1000000" };

export function openTimedShop(dataDir: string): Promise<AttackedShop> {
  return AttackedShop.open(dataDir, SETTINGS);
}

const QUIET_LIMIT_MS = 5000;
const LOOK_MS = 2;

/** Resolves once no job is running or due, so that leftover work of one request is not measured with the next. */
export async function untilQuiet(shop: AttackedShop): Promise<void> {
  for (const limit = Date.now() + QUIET_LIMIT_MS; Date.now() < limit; await wait(LOOK_MS)) {
    const busy = await shop.count(
      `select (select count(*) from waiting_email)
            + (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts)`,
    );
    if (busy === 0) return;
  }
  throw new Error("The shop's jobs do not come to an end.");
}
