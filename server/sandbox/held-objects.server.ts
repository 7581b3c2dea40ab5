import type { WriteBatch } from "./write-batches.server.ts";

/** Of each of two generations; an order takes about eight. */
const MOST_OBJECTS = 5000;
/** After at most twice this long an object is read anew, in case somebody changed it behind our back. */
const GENERATION_MILLISECONDS = 30_000;

export interface HeldObject {
  provider: string;
  kind: string;
  body: unknown;
  createdAt: Date;
  /** The batch that writes it; until that is done, no answer may tell of it. */
  batch?: WriteBatch | undefined;
}

/**
 * The objects that were read or written lately, by id; null where it is known that there is none. Bounded: what was not
 * used for a generation is forgotten, unless it is still being written.
 */
export class HeldObjects {
  #young = new Map<string, HeldObject | null>();
  #old = new Map<string, HeldObject | null>();
  readonly #reading = new Map<string, Promise<HeldObject | null>>();
  #bornAt = performance.now();
  #losses = 0;
  #generation = 0;

  /** How often something was forgotten because it may have changed. */
  get losses(): number {
    return this.#losses;
  }

  /** What was read from the database at another version may be older than what was held and forgotten since. */
  get version(): string {
    return `${this.#losses} ${this.#generation}`;
  }

  /** undefined: not known, ask the database. */
  get(id: string): HeldObject | null | undefined {
    this.#age();
    const young = this.#young.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(id);
    if (old !== undefined) this.#young.set(id, old);
    return old;
  }

  /** Reads what is not known; those who ask for one object at the same moment read it once. */
  read(id: string, ask: () => Promise<HeldObject | null>): Promise<HeldObject | null> {
    const key = `${this.version} ${id}`;
    const begun = this.#reading.get(key) ?? ask().finally(() => this.#reading.delete(key));
    this.#reading.set(key, begun);
    return begun;
  }

  hold(id: string, object: HeldObject | null): void {
    this.#young.set(id, object);
  }

  forget(ids: Iterable<string>): void {
    this.#losses += 1;
    for (const id of ids) {
      this.#young.delete(id);
      this.#old.delete(id);
    }
  }

  /** All but what is still being written. */
  forgetStored(): void {
    this.#losses += 1;
    this.#young = new Map([...this.#old, ...this.#young].filter(isUnwritten));
    this.#old = new Map();
  }

  forgetAll(): void {
    this.#losses += 1;
    this.#young.clear();
    this.#old.clear();
  }

  #age(): void {
    const now = performance.now();
    if (this.#young.size < MOST_OBJECTS && now - this.#bornAt < GENERATION_MILLISECONDS) return;
    const unwritten = [...this.#old].filter(isUnwritten);
    this.#old = this.#young;
    this.#young = new Map(unwritten.filter(([id]) => !this.#old.has(id)));
    this.#bornAt = now;
    this.#generation += 1;
  }
}

function isUnwritten([, object]: [string, HeldObject | null]): boolean {
  return object?.batch?.isDone === false;
}
