import { useEffect, useSyncExternalStore } from "react";
import { followChanges } from "#app/components/staff/live/follow-changes.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { onStaffChanged } from "#app/lib/staff-changed.ts";
import type { WorkCounts } from "#server/staff/work-counts.ts";

const NONE: WorkCounts = {};

/** What the page was loaded with; what is asked for later belongs to it, until the next page. */
let loaded = NONE;
let renewed: { after: WorkCounts; counts: WorkCounts } | undefined;
const listeners = new Set<() => void>();
let stop: (() => void) | undefined;

/** How much waits for somebody: as the page was loaded with, renewed by one call whenever something changed. */
export function useWorkCounts(): WorkCounts {
  const counts = useRootData()?.work ?? NONE;
  const latest = useSyncExternalStore(
    subscribe,
    () => renewed,
    () => undefined,
  );
  useEffect(() => {
    loaded = counts;
  }, [counts]);
  return latest?.after === counts ? latest.counts : counts;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function follow(): () => void {
  const ends = [followChanges(() => void renew()), onStaffChanged(() => void renew())];
  return () => {
    for (const end of ends) end();
  };
}

/** Counts that could not be renewed stay as they were. */
async function renew(): Promise<void> {
  const after = loaded;
  const { calls } = await import("#app/lib/trpc.ts");
  const counts = await calls.today.counts.query().catch(() => null);
  if (counts === null) return;
  renewed = { after, counts };
  for (const listener of [...listeners]) listener();
}
