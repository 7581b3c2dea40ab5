import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/*
 * What the providers know and have yet to do: objects in memory, by kind, in the order in which they were made. Each
 * piece of work ends with one line in the journal, which the next start reads, so that a process that is killed has
 * lost nothing of what it answered.
 */

/** A kind of objects, and what is kept of each. */
export interface Kind<State extends { id: string }> {
  readonly provider: "stripe" | "paypal";
  readonly kind: string;
  /** For the compiler alone. */
  readonly state?: State;
}

export interface Stored<State> {
  body: State;
  /** When it was made, in milliseconds since 1970. */
  at: number;
}

/** An object as it is now; null: it is no more. */
export type Change = readonly [
  provider: string,
  kind: string,
  id: string,
  body: { id: string } | null,
  at: number,
];

export class Store {
  readonly #kinds = new Map<string, Map<string, Stored<{ id: string }>>>();
  #journal: number | undefined;
  #changes: Change[] = [];
  #undo: (() => void)[] = [];
  #afterwards: (() => void)[] = [];
  #isAtWork = false;

  /** Reads the journal at this path. With `isWritable` it goes on writing there. */
  constructor(journal?: string, { isWritable = true } = {}) {
    if (!journal) return;
    if (existsSync(journal)) this.#replay(readFileSync(journal, "utf8"));
    if (isWritable) this.#keep(journal);
  }

  find<State extends { id: string }>(kind: Kind<State>, id: string): State | undefined {
    return this.stored(kind, id)?.body;
  }

  stored<State extends { id: string }>(kind: Kind<State>, id: string): Stored<State> | undefined {
    return this.#objects(kind).get(id);
  }

  /** Oldest first. */
  list<State extends { id: string }>(kind: Kind<State>): Stored<State>[] {
    return [...this.#objects(kind).values()];
  }

  /** Every object of every kind. */
  *all(): Generator<Change> {
    for (const [name, objects] of this.#kinds) {
      const [provider = "", kind = ""] = name.split(" ");
      for (const [id, { body, at }] of objects) yield [provider, kind, id, body, at];
    }
  }

  /** Makes an object or replaces it, which then stays as old as it was unless `at` says otherwise. */
  put<State extends { id: string }>(kind: Kind<State>, body: State, at?: number): void {
    const before = this.stored(kind, body.id);
    this.#change([kind.provider, kind.kind, body.id, body, at ?? before?.at ?? Date.now()]);
  }

  remove<State extends { id: string }>(kind: Kind<State>, id: string): void {
    this.#change([kind.provider, kind.kind, id, null, 0]);
  }

  /** Does something once the work under way is in the journal. */
  afterwards(act: () => void): void {
    this.#afterwards.push(act);
  }

  /**
   * Does a piece of work: all of it is in the journal when this returns, and none of it is left where it throws.
   * `before` sees what it has changed and may still throw.
   */
  run<Result>(
    work: (store: Store) => Result,
    before: (changes: readonly Change[]) => void = () => undefined,
  ): Result {
    if (this.#isAtWork) return work(this);
    this.#isAtWork = true;
    try {
      const result = work(this);
      before(this.#changes);
      if (this.#journal !== undefined && this.#changes.length > 0) {
        writeSync(this.#journal, `${JSON.stringify(this.#changes)}\n`);
      }
      this.#undo = [];
      return result;
    } catch (error) {
      this.#afterwards = [];
      throw error;
    } finally {
      for (const undo of this.#undo.reverse()) undo();
      const acts = this.#afterwards;
      [this.#undo, this.#changes, this.#afterwards, this.#isAtWork] = [[], [], [], false];
      for (const act of acts) act();
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#kinds.clear();
  }

  close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
  }

  #replay(text: string): void {
    for (const line of text.split("\n")) {
      let changes: Change[];
      try {
        changes = JSON.parse(line);
      } catch {
        // Empty, or cut off in the middle when the process was killed: nobody was answered.
        continue;
      }
      for (const change of changes) this.#apply(change);
    }
  }

  /** Begins the journal again with what there is, in one step, and stays at its end. */
  #keep(journal: string): void {
    mkdirSync(path.dirname(journal), { recursive: true });
    const fresh = `${journal}.new`;
    writeFileSync(fresh, [...this.all()].map((change) => `${JSON.stringify([change])}\n`).join(""));
    renameSync(fresh, journal);
    this.#journal = openSync(journal, "a");
  }

  #change(change: Change): void {
    if (!this.#isAtWork) throw new Error("Objects are only written by a piece of work.");
    const [provider, kind, id] = change;
    const before = this.#named(provider, kind).get(id);
    this.#undo.push(() => {
      const objects = this.#named(provider, kind);
      if (before) objects.set(id, before);
      else objects.delete(id);
    });
    this.#changes.push(change);
    this.#apply(change);
  }

  #apply([provider, kind, id, body, at]: Change): void {
    const objects = this.#named(provider, kind);
    if (body) objects.set(id, { body, at });
    else objects.delete(id);
  }

  #objects<State extends { id: string }>({ provider, kind }: Kind<State>): Map<string, Stored<State>> {
    // Whatever is put under a kind is of that kind.
    return this.#named(provider, kind) as Map<string, Stored<State>>;
  }

  #named(provider: string, kind: string): Map<string, Stored<{ id: string }>> {
    const name = `${provider} ${kind}`;
    const known = this.#kinds.get(name);
    if (known) return known;
    const objects = new Map<string, Stored<{ id: string }>>();
    this.#kinds.set(name, objects);
    return objects;
  }
}

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
