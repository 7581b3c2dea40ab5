/**
 * What lists of staff are told of when it changes (docs/decisions/068-lists-renew-themselves.md): names alone, which
 * triggers of the database send. `catalogue` and `stock` are topics of the caches, too (`cache-versions.ts`).
 */
export const staffTopics = ["orders", "failed-orders", "enquiries", "catalogue", "stock"] as const;
export type StaffTopic = (typeof staffTopics)[number];

type Listener = (topics: readonly StaffTopic[]) => void;

const listeners = new Set<Listener>();
const endings = new Set<() => void>();

/** Tells whoever listens in this process what changed, wherever it was changed. */
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
