import { Link, useRevalidator } from "@remix-run/react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { onStaffChanged } from "#app/lib/staff-events.ts";
import { type StaffTopic, staffTopics } from "#server/core/topics.ts";
import { type WorkCounts, type WorkKind, workCountText, workKinds, workOf } from "#server/staff/today.ts";

type Follower = (topics: readonly StaffTopic[]) => void;

const ADDRESS = "/admin/events";
/** A page that follows another keeps the stream of the one before, in milliseconds. */
const LINGER_MS = 2000;
/** The wait before asking again after a refusal, in milliseconds: the browser itself comes back only to what broke off. */
const REFUSED_MS = 60_000;

const followers = new Set<Follower>();
let source: EventSource | undefined;
let wasOpen = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls back with the names of what changed, while this page is looked at; with all of them whenever something may have
 * been missed. One stream serves the whole page. Returns how to stop.
 */
function followChanges(follower: Follower): () => void {
  followers.add(follower);
  clearTimeout(timer);
  if (followers.size === 1) document.addEventListener("visibilitychange", adjust);
  // Also where the stream was refused, and the timer that ended here would have asked again.
  adjust();
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    document.removeEventListener("visibilitychange", adjust);
    timer = setTimeout(close, LINGER_MS);
  };
}

/** Open while the page is seen: browsers allow few connections to one address, and hidden pages need none. */
function adjust(): void {
  if (document.visibilityState === "hidden") close();
  else if (!source && followers.size > 0) open();
}

function open(): void {
  const opened = new EventSource(ADDRESS);
  source = opened;
  opened.addEventListener("open", () => {
    if (wasOpen) tell(staffTopics);
    wasOpen = true;
  });
  opened.addEventListener("changed", ({ data }) => {
    const names = String(data).split(",");
    tell(staffTopics.filter((topic) => names.includes(topic)));
  });
  opened.addEventListener("error", () => {
    if (opened.readyState !== EventSource.CLOSED) return;
    close();
    timer = setTimeout(adjust, REFUSED_MS);
  });
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

function tell(topics: readonly StaffTopic[]): void {
  for (const follower of [...followers]) follower(topics);
}

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
  const [one, several] = workOf(kind).labels;
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
    const { address, labels } = workOf(kind);
    const [one, several] = labels;
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

/** The queries that show something of a topic, by the router and name of their procedure. */
const queriesOfTopic: Record<StaffTopic, readonly RegExp[]> = {
  // An order that is open stays as it is: somebody may be typing into one of its forms.
  orders: [/^orders\.(recent|search|totals)$/],
  "failed-orders": [/^orders\.failed$/],
  // Somebody may be answering one of them.
  enquiries: [],
  catalogue: [/^products\.list$/],
  stock: [/^products\.list$/],
};

/** Renews the lists of a staff page when something in them changed. Needs `StaffQueries` around it; shows nothing. */
export function LiveLists() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followChanges((topics) => {
        const patterns = topics.flatMap((topic) => queriesOfTopic[topic]);
        void queryClient.invalidateQueries({
          predicate: ({ queryKey: [path] }) =>
            Array.isArray(path) && patterns.some((pattern) => pattern.test(path.join("."))),
        });
      }),
    [queryClient],
  );
  return null;
}

/** Loads a page again when something on it changed, where its data are its loader's. */
export function LivePage() {
  const { revalidate } = useRevalidator();
  const reload = useRef(revalidate);
  reload.current = revalidate;
  useEffect(() => followChanges(() => reload.current()), []);
  return null;
}
