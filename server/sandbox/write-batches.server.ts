/** A change of one object. `put` replaces what is there; `insert` and `save` fail where it is, or is not. */
export interface Change {
  how: "insert" | "put" | "save" | "remove";
  id: string;
  provider: string;
  kind: string;
  body: Record<string, unknown>;
  at: Date;
}

/** The objects of changes, by id, with at most one change each. */
export type Changes = Map<string, Change>;

/** Adds a change to those that are written at once with it. */
export function addChange(changes: Changes, change: Change): void {
  const before = changes.get(change.id);
  if (!before) changes.set(change.id, change);
  else if (change.how === "save") changes.set(change.id, { ...before, body: change.body });
  else if (change.how === "remove" && before.how === "insert") changes.delete(change.id);
  else changes.set(change.id, change);
}

/** What is written in one statement. */
export class WriteBatch {
  readonly changes: Changes = new Map();
  /** Resolves once it is durable; rejects when nothing of it is. */
  readonly done: Promise<void>;
  isDone = false;
  #settle: { resolve(): void; reject(reason: unknown): void } = { resolve() {}, reject() {} };

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever needs it waits for it.
    this.done.catch(() => undefined);
  }

  succeed(): void {
    this.isDone = true;
    this.#settle.resolve();
  }

  fail(reason: unknown): void {
    this.#settle.reject(reason);
  }
}

/**
 * Writes the changes of all transactions that wait together, one batch after the other, as PostgreSQL commits a group:
 * while one batch is on its way to the disk, the next fills. What follows a batch that failed was calculated from it
 * and fails with it.
 */
export class WriteBatches {
  readonly #write: (changes: readonly Change[]) => Promise<void>;
  readonly #failed: () => void;
  #next: WriteBatch | undefined;
  #writing: Promise<void> | undefined;

  /** `failed` is called before those who wait hear of it. */
  constructor(write: (changes: readonly Change[]) => Promise<void>, failed: () => void) {
    this.#write = write;
    this.#failed = failed;
  }

  add(changes: Changes): WriteBatch {
    this.#next ??= new WriteBatch();
    const batch = this.#next;
    for (const change of changes.values()) addChange(batch.changes, change);
    this.#writing ??= this.#writeAll();
    return batch;
  }

  /** Fails what has not been sent yet. */
  abandon(reason: unknown): void {
    this.#takeNext()?.fail(reason);
  }

  /** Resolves when nothing waits, however it ended. */
  async drained(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Requests that arrived together are handled before the first batch leaves.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = this.#takeNext(); batch; batch = this.#takeNext()) {
      try {
        await this.#write([...batch.changes.values()]);
        batch.succeed();
      } catch (error) {
        this.#failed();
        batch.fail(error);
        this.abandon(error);
      }
    }
    this.#writing = undefined;
  }

  #takeNext(): WriteBatch | undefined {
    const batch = this.#next;
    this.#next = undefined;
    return batch;
  }
}
