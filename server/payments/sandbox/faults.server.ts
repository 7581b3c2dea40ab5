import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SandboxObject } from "#db/entities/index.ts";

const FAULTS_ID = "stripe_faults";

const faultsSchema = z.object({
  /** Every event is sent twice. */
  duplicate: z.boolean().default(false),
  /** Milliseconds that every event waits before it is first sent. */
  delay: z.number().int().min(0).default(0),
  /** Events are lost on the way and never sent again. */
  drop: z.boolean().default(false),
  /** Events overtake one another: each waits for a random part of a second. */
  reorder: z.boolean().default(false),
});

export type SandboxFaults = z.infer<typeof faultsSchema>;

/** What is to go wrong on purpose; all off unless a test has set it. */
export async function readFaults(em: EntityManager): Promise<SandboxFaults> {
  const row = await em.findOne(SandboxObject, { id: FAULTS_ID, kind: "faults" }, { refresh: true });
  return faultsSchema.parse(row?.body ?? {});
}

/** Switches faults for every process on this database; what is not named is switched off. */
export async function setFaults(em: EntityManager, faults: Partial<SandboxFaults>): Promise<void> {
  const now = new Date();
  await em.upsert(SandboxObject, {
    id: FAULTS_ID,
    provider: "stripe",
    kind: "faults",
    body: faultsSchema.parse(faults),
    createdAt: now,
    updatedAt: now,
  });
}
