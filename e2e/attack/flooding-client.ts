import { z } from "zod";
import { type FloodPlan, flood, floodNames, sources } from "./floods.ts";

/* A separate process, so that the cost of the attack does not count as the shop's. */

const planSchema = z.object({
  shopUrl: z.url(),
  source: z.enum(sources),
  kinds: z.array(z.enum(floodNames)),
  seconds: z.number().max(30),
  workers: z.int().max(200),
});

const plan: FloodPlan = planSchema.parse(JSON.parse(process.argv[2] ?? "{}"));
console.log(JSON.stringify(await flood(plan)));
// Connections that the shop has not ended yet.
process.exit();
