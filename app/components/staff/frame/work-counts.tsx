import { Link } from "@remix-run/react";
import { useEffect, useSyncExternalStore } from "react";
import { followChanges } from "#app/components/staff/frame/follow-changes.ts";
import { classNames } from "#app/components/ui/class-names.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { onStaffChanged } from "#app/lib/staff-events.ts";
import { type WorkCounts, type WorkKind, workCountText, workKinds, workOf } from "#server/staff/today.ts";

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
  const counts = await import("#app/lib/trpc.ts")
    .then(({ calls }) => calls.today.counts.query())
    .catch(() => null);
  if (counts === null) return;
  renewed = { after, counts };
  for (const listener of [...listeners]) listener();
}

/** What stands in somebody's way is in red. */
const urgent: readonly WorkKind[] = ["failedOrders", "withdrawals", "unmatchedPayments"];

/** How much of a kind waits for somebody, beside the link to it; nothing for nothing. */
export function WorkCount({ kind, count }: { kind: WorkKind; count: number | undefined }) {
  if (!count) return null;
  const [one, several] = workOf(kind).words;
  return (
    <span
      className={classNames(
        "ml-auto rounded-full px-2 text-xs leading-5 font-medium no-underline tabular-nums",
        urgent.includes(kind) ? "bg-clay text-on-clay" : "bg-moss text-on-moss",
      )}
    >
      <span>{workCountText(count)}</span>
      <span className="sr-only"> {count === 1 ? one : several}</span>
    </span>
  );
}

/** What waits for somebody, where no navigation at the side says so; each number leads to the list of just that. */
export function WaitingWork() {
  const counts = useWorkCounts();
  const waiting = workKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    if (count === 0) return [];
    const { address, words } = workOf(kind);
    const [one, several] = words;
    return [{ address, text: `${workCountText(count)} ${count === 1 ? one : several}` }];
  });
  return (
    <ul aria-label="Waiting today" className="flex flex-wrap gap-x-4 text-sm lg:hidden">
      {waiting.length === 0 && <li className="text-ink-soft">Nothing waits for anybody.</li>}
      {waiting.map(({ address, text }) => (
        <li key={address}>
          <Link to={address} className="inline-flex min-h-7 items-center text-moss underline tabular-nums">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
