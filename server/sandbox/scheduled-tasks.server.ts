import { z } from "zod";
import type { Store } from "./store.server.ts";

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
export function addTask(store: Store, name: TaskName, subject: string, dueAt: number = Date.now()): void {
  const body = { name, subject, attempts: 0, due: dueAt };
  store.insert({ id: `task_${name}_${subject}`, provider: "stripe", kind: "task", body });
}

/** Takes up to `count` tasks that are due, oldest first, and holds them against other processes for a while. */
export async function claimDueTasks(store: Store, count: number): Promise<SandboxTask[]> {
  const now = Date.now();
  return store.query(
    taskSchema,
    `update sandbox.object
        set body = body || jsonb_build_object('due', $1::bigint, 'attempts', (body->>'attempts')::int + 1)
      where id in (
        select id from sandbox.object
         where provider = 'stripe' and kind = 'task' and (body->>'due')::bigint <= $2
         order by created_at, id limit $3 for update skip locked)
      returning id, body->>'name' as name, body->>'subject' as subject, (body->>'attempts')::int as attempts`,
    [now + LEASE_MILLISECONDS, now, count],
  );
}

/** When the next task is due, in milliseconds since 1970. */
export async function nextDueTime(store: Store): Promise<number | undefined> {
  const [row] = await store.query(
    z.object({ due: z.coerce.number().nullable() }),
    "select min((body->>'due')::bigint) as due from sandbox.object where provider = 'stripe' and kind = 'task'",
  );
  return row?.due ?? undefined;
}

/** Once it is done: it is not handed out again. */
export async function finishTask(store: Store, task: SandboxTask): Promise<void> {
  await store.run("delete from sandbox.object where id = $1 and kind = 'task'", [task.id]);
}

/** To be handed out again at `dueAt`, in milliseconds since 1970. */
export async function postponeTask(store: Store, task: SandboxTask, dueAt: number): Promise<void> {
  await store.run(
    "update sandbox.object set body = body || jsonb_build_object('due', $2::bigint) where id = $1 and kind = 'task'",
    [task.id, dueAt],
  );
}

/** How many of these events still wait for their delivery, by event id. */
export async function pendingDeliveries(store: Store, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await store.query(
    z.object({ id: z.string() }),
    "select id from sandbox.object where id = any($1) and kind = 'task'",
    [eventIds.map((id) => `task_deliver_event_${id}`)],
  );
  return new Set(rows.map((row) => row.id.replace(/^task_deliver_event_/, "")));
}
