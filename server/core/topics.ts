/**
 * What the shop caches in memory, and how it knows that it is still valid (docs/decisions/022-caches.md). Each topic
 * has a version that only grows; a value read at one version is valid while that version stands.
 */
export const topics = ["settings", "catalogue", "stock", "content", "batches"] as const;
export type Topic = (typeof topics)[number];

/** The listening connection is up and has shown that it receives changes. */
let isListening = false;
const versions: Record<Topic, number> = { settings: 1, catalogue: 1, stock: 1, content: 1, batches: 1 };
/** When a topic last changed, in milliseconds of `performance.now()`. */
const changedAt: Record<Topic, number> = { settings: 0, catalogue: 0, stock: 0, content: 0, batches: 0 };

/** The combined version of some topics; undefined while nothing may be cached, because no changes are received. */
export function versionOf(...of: readonly Topic[]): number | undefined {
  return isListening ? of.reduce((sum, topic) => sum + versions[topic], 0) : undefined;
}

/** Makes everything that was read of a topic stale. */
export function noteChange(topic: Topic): void {
  versions[topic] += 1;
  changedAt[topic] = performance.now();
}

/** Says whether changes are received from now on. What happened in between is unknown, so everything becomes stale. */
export function setListening(listening: boolean): void {
  isListening = listening;
  for (const topic of topics) noteChange(topic);
}

/**
 * Values that are read once for each version of their topics, however many callers ask at the same time; while nothing
 * may be cached, every call reads. When a topic changes during a read, the callers that wait for it get its value, but
 * it is not cached. All are dropped when there are too many.
 */
export class VersionedValues<Value> {
  readonly #of: readonly Topic[];
  readonly #most: number;
  #kept = new Map<string, Promise<Value>>();
  #version: number | undefined;

  constructor(most: number, ...of: readonly Topic[]) {
    this.#most = most;
    this.#of = of;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const version = versionOf(...this.#of);
    if (version === undefined) return read();
    const cached = this.#version === version ? this.#kept.get(key) : undefined;
    if (cached) return cached;
    if (this.#version !== version || this.#kept.size >= this.#most) this.#kept = new Map();
    this.#version = version;
    const entries = this.#kept;
    const value = read();
    entries.set(key, value);
    value.catch(() => entries.delete(key));
    return value;
  }
}

/** The same for one value; its key is the database that it is read from. */
export class VersionedCache<Value> extends VersionedValues<Value> {
  constructor(...of: readonly Topic[]) {
    super(1, ...of);
  }
}

/**
 * What lists of staff are told of when it changes (docs/decisions/068-lists-renew-themselves.md): names alone, which
 * triggers of the database send. `catalogue` and `stock` are topics of the caches, too (`topics.ts`).
 */
export const staffTopics = ["orders", "failed-orders", "enquiries", "catalogue", "stock"] as const;
export type StaffTopic = (typeof staffTopics)[number];

type Listener = (topics: readonly StaffTopic[]) => void;

const listeners = new Set<Listener>();
const endings = new Set<() => void>();

/** Tells anyone who listens in this process what changed, wherever it was changed. */
export function tellStaffTopics(topics: readonly StaffTopic[]): void {
  for (const listener of listeners) listener(topics);
}

/** Calls back whenever something changed. Returns how to stop. */
export function onStaffTopics(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls back when the process is about to stop, which waits for every response that has begun. */
export function onEndOfStreams(end: () => void): () => void {
  endings.add(end);
  return () => void endings.delete(end);
}

/** Ends the responses that would never end by themselves. */
export function endStreams(): void {
  for (const end of [...endings]) end();
}
