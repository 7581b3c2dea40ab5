import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { projectFolder } from "#server/process/project-folder.ts";
import type { AttackedShop } from "./attacked-shop.ts";
import type { Flooded, FloodPlan } from "./floods.ts";
import { buyHonestly, type Purchase } from "./honest-shopper.ts";

/** The flood has begun when she comes. */
const HEAD_START_MS = 500;
/** Long after its own end. */
const CLIENT_LIMIT_MS = 60_000;
const PRODUCT = 1;

const floodedSchema = z.object({ requests: z.number(), statuses: z.record(z.string(), z.number()) });

export interface FloodedShopping {
  flooded: Flooded;
  purchases: Purchase[];
}

/**
 * Honest shoppers come one after another during a flood; the last stays until she has paid. Each has an address of her
 * own unless one is given.
 */
export async function shopDuringFlood(
  shop: AttackedShop,
  plan: Omit<FloodPlan, "shopUrl">,
  address?: string,
): Promise<FloodedShopping> {
  let isOver = false;
  const flooding = runFlood({ ...plan, shopUrl: shop.url }).finally(() => {
    isOver = true;
  });
  const purchases: Purchase[] = [];
  await wait(HEAD_START_MS);
  do {
    const email = `honest-${purchases.length}-${Date.now().toString(36)}@example.com`;
    const browser = address === undefined ? shop.stranger() : shop.at(address);
    purchases.push(await buyHonestly(browser, email, PRODUCT));
  } while (!isOver);
  return { flooded: await flooding, purchases };
}

function runFlood(plan: FloodPlan): Promise<Flooded> {
  const script = path.join(projectFolder, "e2e", "attack", "flooding-client.ts");
  // The shop and the shopper have priority on the processor, as they would have machines of their own.
  const child = spawn("nice", ["-n", "10", process.execPath, script, JSON.stringify(plan)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const alarm = setTimeout(() => child.kill("SIGKILL"), CLIENT_LIMIT_MS);
  let output = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(alarm);
      try {
        resolve(floodedSchema.parse(JSON.parse(output)));
      } catch (error) {
        reject(new Error("The flooding client ended early.", { cause: error }));
      }
    });
  });
}
