import { z } from "zod";
import type { Store } from "./store.server.ts";

/** The sandbox's future work, stored in the database so that a restart loses nothing. */
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
  /** The number of attempts. */
  attempts: z.number().int(),
});

export type SandboxTask = z.infer<typeof taskSchema>;

/**
 * While a process works on a task, others leave it alone. The tasks of a killed process are free again after this
 * time.
 */
const LEASE_MILLISECONDS = 30_000;

/** Whoever works on tasks in this process. */
export interface TaskTaker {
  /** Hands over a task that is reserved for this process. */
  take(task: SandboxTask): void;
  /** There is a task that is due then, in milliseconds since 1970. */
  expect(dueAt: number): void;
}

let taker: TaskTaker | undefined;

export function holdTaskTaker(held: TaskTaker | undefined): void {
  taker = held;
}

/** Adds a task within the caller's transaction. `dueAt` in milliseconds since 1970; by default it is due now. */
export function addTask(store: Store, name: TaskName, subject: string, dueAt?: number): void {
  const id = `task_${name}_${subject}`;
  const now = Date.now();
  const by = taker;
  const isTaken = by !== undefined && dueAt === undefined;
  const state = isTaken ? { attempts: 1, due: now + LEASE_MILLISECONDS } : { attempts: 0, due: dueAt ?? now };
  store.insert({ id, provider: "stripe", kind: "task", body: { name, subject, ...state } });
  if (isTaken) store.afterwards(() => by.take({ id, name, subject, attempts: 1 }));
  else store.afterwards(() => by?.expect(state.due));
}

/** Takes up to `count` due tasks, oldest first, and reserves them for a while. */
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

/** Removes a finished task within the caller's transaction. */
export function finishTask(store: Store, task: SandboxTask): void {
  store.remove({ id: task.id, provider: "stripe", kind: "task" });
}

/** Reschedules a task for `dueAt`, in milliseconds since 1970. */
export async function postponeTask(
  store: Store,
  task: Pick<SandboxTask, "id">,
  dueAt: number,
): Promise<void> {
  await store.run(
    "update sandbox.object set body = body || jsonb_build_object('due', $2::bigint) where id = $1 and kind = 'task'",
    [task.id, dueAt],
  );
  taker?.expect(dueAt);
}

/** How many of these events still wait for delivery, by event id. */
export async function pendingDeliveries(store: Store, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await store.query(
    z.object({ id: z.string() }),
    "select id from sandbox.object where id = any($1) and kind = 'task'",
    [eventIds.map((id) => `task_deliver_event_${id}`)],
  );
  return new Set(rows.map((row) => row.id.replace(/^task_deliver_event_/, "")));
}
