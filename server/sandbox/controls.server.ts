import { Hono } from "hono";
import { z } from "zod";
import { faultsSchema, setFaults } from "./faults.server.ts";
import { readSmallBody } from "./page-answer.server.ts";
import { countCalls, heldWork, readInSandbox, runInSandbox, setHold } from "./sandbox-process.server.ts";
import { hurryTasks } from "./tasks.server.ts";

/*
 * What tests ask and tell the stand-ins, beside what payers see: under the shop's own address, too, and so only where
 * nobody but this machine reaches the shop.
 */
export const sandboxControls = new Hono();

/** What the providers know: of one kind, or of all. */
sandboxControls.get("/objects", (context) => {
  const asked = context.req.query("kind");
  return context.json(
    readInSandbox((store) =>
      [...store.all()].flatMap(([provider, kind, id, body, at]) =>
        asked === undefined || kind === asked ? [{ id, provider, kind, body, createdAt: at }] : [],
      ),
    ),
  );
});

/** Switches faults on, and all others off. */
sandboxControls.post("/faults", async (context) => {
  const faults = faultsSchema.parse(JSON.parse(await readSmallBody(context)));
  await runInSandbox((store) => setFaults(store, faults));
  return context.json({});
});

const holdSchema = z.object({
  kind: z.string(),
  type: z.string().optional(),
  when: z.enum(["before", "after"]),
});

/** Stops work at a moment; with null it goes on. */
sandboxControls.post("/hold", async (context) => {
  setHold(holdSchema.nullable().parse(JSON.parse(await readSmallBody(context))) ?? undefined);
  return context.json({});
});

/** How much work has come to the hold, who does it, and how many requests of the shop's there were. */
sandboxControls.get("/hold", (context) =>
  context.json({ held: heldWork(), pid: process.pid, calls: countCalls() }),
);

/** Lets what waits be due at once. */
sandboxControls.post("/hurry", async (context) => {
  await runInSandbox(hurryTasks);
  return context.json({});
});
