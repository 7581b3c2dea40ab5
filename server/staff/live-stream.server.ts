import { getOrm } from "#db/orm.server.ts";
import { read } from "#server/access/read.server.ts";
import { rolesOfSessions } from "#server/accounts/sessions.server.ts";
import { Ceiling } from "#server/core/ceiling.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { allows, type Capability, type Role } from "#server/core/roles.ts";
import { onEndOfStreams, onStaffTopics, type StaffTopic } from "#server/core/topics.ts";

/** Streams of one web process: each costs a connection and some kilobytes. */
const STREAMS = 200;
/** Of one person: as many windows as somebody looks at. */
const STREAMS_OF_PERSON = 8;
const RETRY_AFTER_SECONDS = 30;
/** How soon a stream ends after its session, in milliseconds. */
const CHECK_MS = 3000;
/** Shorter than proxies wait for a silent server, in milliseconds. */
const BEAT_MS = 20_000;
/**
 * What changes again within this time is told once more at its end: a rush must not make every list read all the time.
 */
const PAUSE_MS = 2000;
/** Unread pieces, after which a client is taken to be gone. */
const MOST_UNREAD = 50;

/** Who is told of what. */
const visibleTo: Record<StaffTopic, Capability> = {
  orders: "orders.view",
  "failed-orders": "failedOrders.view",
  enquiries: "enquiries.view",
  catalogue: "products.view",
  stock: "products.view",
};

interface OpenStream {
  sessionId: string;
  role: Role;
  send(piece: string): void;
  end(): void;
}

const streams = new Set<OpenStream>();
const ofAll = new Ceiling("live streams", STREAMS);
const ofPerson = new Ceiling("live streams of a person", STREAMS_OF_PERSON);
let stop: (() => void) | undefined;

/**
 * A stream of server-sent events that says which of staff's lists changed: names alone, of what anyone who asks may
 * see. It ends with the request, with the session or the role that it was opened with, and when the process stops.
 * @throws ShopError `unauthenticated`, `forbidden`; `rate_limited` when this person has too many, `unavailable` when
 * all together have
 */
export const openLiveStream = read("dashboard.view", (context: Context, signal: AbortSignal): Response => {
  const { actor } = context;
  if (actor.kind !== "user") throw new ShopError("forbidden", "Only people can follow changes.");
  const person = String(actor.id);
  const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  if (!ofPerson.take(1, person)) {
    throw new ShopError("rate_limited", "Too many of your windows follow changes at the same time.", retry);
  }
  if (!ofAll.take()) {
    ofPerson.release(1, person);
    throw new ShopError("unavailable", "Too many windows follow changes at the same time.", retry);
  }
  const encoder = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stream: OpenStream = {
        sessionId: actor.sessionId,
        role: actor.role,
        send: (piece) => {
          if ((controller.desiredSize ?? 0) < -MOST_UNREAD) stream.end();
          else controller.enqueue(encoder.encode(piece));
        },
        end: () => {
          if (streams.has(stream)) controller.close();
          leave();
        },
      };
      leave = () => {
        if (!streams.delete(stream)) return;
        signal.removeEventListener("abort", stream.end);
        ofAll.release();
        ofPerson.release(1, person);
        if (streams.size === 0) stop?.();
      };
      streams.add(stream);
      signal.addEventListener("abort", stream.end);
      stop ??= start();
      // How long a browser waits before it comes back, and the first sign that it is connected: no event, as one by the
      // name of "open" would be taken for the browser's own.
      stream.send("retry: 3000\n: connected\n\n");
      if (signal.aborted) stream.end();
    },
    cancel: () => leave(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      // Neither kept nor compressed, and by nginx not held back: each piece is sent as it comes.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
});

/** What runs while there is any stream. Returns how to stop it. */
function start(): () => void {
  const changed = new Set<StaffTopic>();
  let pause: NodeJS.Timeout | undefined;
  const tell = () => {
    pause = undefined;
    if (changed.size === 0) return;
    for (const stream of [...streams]) {
      const visible = [...changed].filter((topic) => allows(stream.role, visibleTo[topic]));
      if (visible.length > 0) stream.send(`event: changed\ndata: ${visible.join(",")}\n\n`);
    }
    changed.clear();
    pause = setTimeout(tell, PAUSE_MS).unref();
  };
  const ignore = onStaffTopics((topics) => {
    for (const topic of topics) changed.add(topic);
    if (!pause) tell();
  });
  const check = setInterval(() => void endOfOthers(), CHECK_MS).unref();
  const beat = setInterval(() => {
    for (const stream of [...streams]) stream.send(": still here\n\n");
  }, BEAT_MS).unref();
  const forget = onEndOfStreams(() => {
    for (const stream of [...streams]) stream.end();
  });
  return () => {
    stop = undefined;
    ignore();
    forget();
    clearInterval(check);
    clearInterval(beat);
    clearTimeout(pause);
  };
}

/** Ends the streams whose session has ended or whose owner has another role. */
async function endOfOthers(): Promise<void> {
  const ids = [...new Set([...streams].map(({ sessionId }) => sessionId))];
  try {
    const roles = await rolesOfSessions(getOrm().em.fork(), ids, new Date());
    for (const stream of [...streams]) if (roles.get(stream.sessionId) !== stream.role) stream.end();
  } catch (error) {
    log("warn", "sessions could not be checked; the streams of staff end", { error });
    for (const stream of [...streams]) stream.end();
  }
}
