import type { Kind, Store } from "./store.server.ts";

/** The stand-ins' future work. */
type TaskName =
  | "deliver_event"
  | "deliver_paypal_event"
  | "settle_payment"
  | "settle_refund"
  | "expire_session";

export interface SandboxTask {
  id: string;
  name: TaskName;
  /** The object it is about. */
  subject: string;
  /** The number of attempts. */
  attempts: number;
  /** In milliseconds since 1970. */
  due: number;
}

export const tasks: Kind<SandboxTask> = { provider: "stripe", kind: "task" };

let wake: () => void = () => undefined;

/** Calls this whenever there is something new to do. */
export function wakeOnTasks(act: () => void): void {
  wake = act;
}

/** Adds a task, which is due now unless `due` says otherwise. */
export function addTask(store: Store, name: TaskName, subject: string, due = Date.now()): void {
  putTask(store, { id: `task_${name}_${subject}`, name, subject, attempts: 0, due });
}

export function putTask(store: Store, task: SandboxTask): void {
  store.put(tasks, task);
  store.afterwards(wake);
}

export function listTasks(store: Store): SandboxTask[] {
  return store.list(tasks).map(({ body }) => body);
}

/** Lets everything that waits be due at once, but for pages that expire by themselves. */
export function hurryTasks(store: Store): void {
  for (const task of listTasks(store)) {
    if (task.name !== "expire_session") putTask(store, { ...task, due: 0 });
  }
}
