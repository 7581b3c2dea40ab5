import { z } from "zod";
import { type FloodPlan, flood, floodNames, sources } from "./floods.ts";

/* A process of its own: what it costs the machine to attack is not what it costs the shop. */

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
