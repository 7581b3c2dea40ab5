import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { SandboxObject } from "#db/entities/index.ts";

/** What the sandbox still has to do later, kept in the database so that a restart forgets nothing. */
const taskNames = [
  "deliver_event",
  "deliver_paypal_event",
  "settle_payment",
  "settle_refund",
  "expire_session",
] as const;
export type TaskName = (typeof taskNames)[number];

const taskSchema = z.object({
  id: z.string(),
  name: z.enum(taskNames),
  /** The object it is about. */
  subject: z.string(),
  /** How often it was begun. */
  attempts: z.number().int(),
});

export type SandboxTask = z.infer<typeof taskSchema>;

/** While a process works on a task, others leave it alone; a killed process's tasks are free again after this. */
const LEASE_MILLISECONDS = 30_000;

/** Adds a task within the caller's transaction. `dueAt` in milliseconds since 1970. */
export function addTask(
  em: EntityManager,
  name: TaskName,
  subject: string,
  dueAt: number = Date.now(),
): void {
  const now = new Date();
  em.persist(
    em.create(SandboxObject, {
      id: `task_${name}_${subject}`,
      provider: "stripe",
      kind: "task",
      body: { name, subject, attempts: 0, due: dueAt },
      createdAt: now,
      updatedAt: now,
    }),
  );
}

/** Takes up to `count` tasks that are due, oldest first, and holds them against other processes for a while. */
export async function claimDueTasks(em: EntityManager, count: number): Promise<SandboxTask[]> {
  const now = Date.now();
  const rows = await em.execute<{ id: string; body: Record<string, unknown> }[]>(
    `update sandbox_object
        set body = body || jsonb_build_object('due', ?::bigint, 'attempts', (body->>'attempts')::int + 1)
      where id in (
        select id from sandbox_object
         where provider = 'stripe' and kind = 'task' and (body->>'due')::bigint <= ?
         order by created_at, id limit ? for update skip locked)
      returning id, body, created_at`,
    [now + LEASE_MILLISECONDS, now, count],
  );
  return rows.map((row) => taskSchema.parse({ ...row.body, id: row.id }));
}

/** When the next task is due, in milliseconds since 1970. */
export async function nextDueTime(em: EntityManager): Promise<number | undefined> {
  const rows = await em.execute<{ due: string | number | null }[]>(
    "select min((body->>'due')::bigint) as due from sandbox_object where provider = 'stripe' and kind = 'task'",
  );
  const due = rows[0]?.due;
  return due === null || due === undefined ? undefined : Number(due);
}

/** Once it is done: it is not handed out again. */
export async function finishTask(em: EntityManager, task: SandboxTask): Promise<void> {
  await em.execute("delete from sandbox_object where id = ? and kind = 'task'", [task.id]);
}

/** To be handed out again at `dueAt`, in milliseconds since 1970. */
export async function postponeTask(em: EntityManager, task: SandboxTask, dueAt: number): Promise<void> {
  await em.execute(
    "update sandbox_object set body = body || jsonb_build_object('due', ?::bigint) where id = ? and kind = 'task'",
    [dueAt, task.id],
  );
}

/** How many of these events still wait for their delivery, by event id. */
export async function pendingDeliveries(em: EntityManager, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await em.find(
    SandboxObject,
    { id: { $in: eventIds.map((id) => `task_deliver_event_${id}`) }, kind: "task" },
    { fields: ["id"] },
  );
  return new Set(rows.map((row) => row.id.replace(/^task_deliver_event_/, "")));
}
