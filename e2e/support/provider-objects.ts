import { z } from "zod";

const objectsSchema = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    kind: z.string(),
    body: z.record(z.string(), z.unknown()),
    createdAt: z.number(),
  }),
);

export type ProviderObject = z.infer<typeof objectsSchema>[number];

/** What the stand-ins of a shop's payment providers know of one kind, oldest first. */
export async function listProviderObjects(shopUrl: string, kind: string): Promise<ProviderObject[]> {
  const answer = await fetch(`${shopUrl}/sandbox/objects?${new URLSearchParams({ kind })}`);
  if (!answer.ok) throw new Error(`The stand-ins did not say what they know: ${answer.status}`);
  return objectsSchema.parse(await answer.json());
}

/** Tells them something: which faults, where to stop, that time has passed. */
export async function tellStandIns(
  shopUrl: string,
  what: "faults" | "hold" | "hurry",
  body: unknown = null,
): Promise<void> {
  const answer = await fetch(`${shopUrl}/sandbox/${what}`, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The stand-ins did not take it: ${answer.status} ${await answer.text()}`);
}

const holdSchema = z.object({ held: z.number(), pid: z.number() });

/** How much work waits where they were told to stop, and their process. */
export async function askStandIns(shopUrl: string): Promise<z.infer<typeof holdSchema>> {
  return holdSchema.parse(await (await fetch(`${shopUrl}/sandbox/hold`)).json());
}
