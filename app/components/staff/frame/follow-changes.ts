import { type StaffTopic, staffTopics } from "#server/core/topics.ts";

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
export function followChanges(follower: Follower): () => void {
  followers.add(follower);
  clearTimeout(timer);
  if (followers.size === 1) {
    document.addEventListener("visibilitychange", adjust);
    adjust();
  }
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
