import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { useCallback, useEffect, useRef, useState } from "react";
import superjson from "superjson";
import type { CounterProduct } from "#server/orders/counter-orders.server.ts";
import type { AppRouter } from "#server/trpc/router.server.ts";
import { type Draft, draftCustomerOf, emptyDraft } from "../shop/order-draft.ts";
import { CounterStore, type StoredCounter } from "./counter-store.ts";
import {
  type Conflict,
  draftOf,
  messageOf,
  type QueuedOrder,
  queuedOrderOf,
  refreshedDraft,
  type SentNote,
  type Sheet,
} from "./queued-order.ts";

/** A lane with a little signal answers nothing for minutes. */
const PATIENCE_MS = 20_000;
/** Catalogues that are longer are kept up to here, by name. */
const MOST_PRODUCTS = 10_000;

/** Why the shop said nothing useful: no signal (or it is down), nobody is signed in, or the person who is may not. */
export type Silence = { kind: "no-signal" } | { kind: "signed-out" } | { kind: "forbidden"; message: string };

type SendOutcome = { kind: "sent"; note: SentNote } | { kind: "refused"; conflict: Conflict } | Silence;

const shop = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc", transformer: superjson })] });

const patience = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

async function fetchSheet(): Promise<{ kind: "answered"; sheet: Sheet } | Silence> {
  try {
    const { first, products, next } = await shop.shop.counterSheet.query({}, patience());
    if (!first) throw new Error("The first page of the counter's sheet has no rules");
    const clockAhead = Date.now() - first.rules.at;
    const all: CounterProduct[] = [...products];
    for (let after = next; after !== null && all.length < MOST_PRODUCTS; ) {
      const page = await shop.shop.counterSheet.query({ after }, patience());
      all.push(...page.products);
      after = page.next;
    }
    const customers = first.customers.map(draftCustomerOf);
    return { kind: "answered", sheet: { rules: first.rules, products: all, customers, clockAhead } };
  } catch (error) {
    return silenceBehind(error) ?? { kind: "no-signal" };
  }
}

/** Sends an order. Without an answer it may have arrived: its key makes it safe to send it again. */
async function sendOrder(order: QueuedOrder): Promise<SendOutcome> {
  const { retryKey, currency } = order;
  try {
    const { invoiceNumber, totalAmount } = await shop.shop.sendCounterOrder.mutate(
      messageOf(order),
      patience(),
    );
    return { kind: "sent", note: { retryKey, invoiceNumber, totalAmount, currency, at: Date.now() } };
  } catch (error) {
    return silenceBehind(error) ?? { kind: "refused", conflict: conflictBehind(error) };
  }
}

/** Tells the shop that an order is not to be sent. The number is of the order that it has become before. */
async function discardOrder(
  { retryKey, toldTotal, takenAt, takenBy }: QueuedOrder,
  reason: string,
): Promise<{ kind: "done"; invoiceNumber: string | null } | { kind: "refused"; message: string } | Silence> {
  const input = {
    retryKey,
    reason,
    toldTotal: toldTotal / 100,
    takenAt: new Date(takenAt),
    takenBy: takenBy.id,
  };
  try {
    const { invoiceNumber } = await shop.shop.discardCounterOrder.mutate(input, patience());
    return { kind: "done", invoiceNumber };
  } catch (error) {
    return silenceBehind(error) ?? { kind: "refused", message: conflictBehind(error).message };
  }
}

type ClientError = TRPCClientError<AppRouter>;

function silenceBehind(error: unknown): Silence | undefined {
  const reason = isClientError(error) ? error.data?.reason : undefined;
  // No answer of the shop's own: a dead line, a proxy that waits for the shop, or a page of a network's sign-in.
  if (!isClientError(error) || !reason) return { kind: "no-signal" };
  if (reason === "unauthenticated" || reason === "two_factor_required") return { kind: "signed-out" };
  if (reason === "forbidden") return { kind: "forbidden", message: error.message };
  if (reason === "unavailable" || reason === "rate_limited") return { kind: "no-signal" };
  return undefined;
}

function conflictBehind(error: unknown): Conflict {
  if (!isClientError(error)) return { kind: "other", message: "The shop did not answer." };
  const { message, data } = error;
  const wrong = Object.entries(data?.fields ?? {}).filter(([, messages]) => messages.length > 0);
  if (data?.reason === "out_of_stock") return { kind: "stock", message };
  const isOfPrices = wrong.some(([name]) => name === "toldTotal" || name.endsWith(".told"));
  if (data?.reason === "conflict" && isOfPrices) return { kind: "prices", message };
  const otherMessages = wrong.flatMap(([, messages]) => messages).filter((each) => !message.includes(each));
  return { kind: "other", message: [message, ...otherMessages].join(" ") };
}

function isClientError(error: unknown): error is ClientError {
  return error instanceof TRPCClientError;
}

/** How often what waits is tried again while the page is open. */
const TRY_AGAIN_MS = 30_000;
/** Letters that were typed a moment ago are kept together. */
const KEEP_DRAFT_MS = 300;

/** `broken` where the browser refuses to keep or to find something. */
export type Line = "asking" | "open" | "broken" | Silence["kind"];

/** The counter, once it is open. */
export type Counter = Extract<ReturnType<typeof useCounter>, { kind: "open" }>["counter"];

interface Connecting {
  afresh?: boolean;
  also?: (order: QueuedOrder) => boolean;
}

/** The counter of this browser: what it keeps, and the line to the shop. */
export function useCounter() {
  const [store, setStore] = useState<CounterStore | "none">();
  const [stored, setStored] = useState<StoredCounter>();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [line, setLine] = useState<Line>("asking");
  const [error, setError] = useState<string | null>(null);
  const [standing, setStanding] = useState<{ name: string; invoiceNumber: string }[]>([]);
  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined);

  const open = store === "none" ? undefined : store;

  const show = useCallback((found: StoredCounter) => {
    setStored(found);
    if (!found.isSignedOut) return;
    // The form is shut, and what it held of a customer is gone from the store.
    clearTimeout(keeping.current);
    setDraft(found.draft ?? emptyDraft());
    setStanding([]);
  }, []);

  /** Whether the store did it. With the next try it opens again what was closed. */
  const attempt = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      reportError(error);
      setLine("broken");
      return false;
    }
  }, []);

  const read = useCallback(
    () =>
      attempt(async () => {
        if (open) show(await open.read());
      }),
    [attempt, open, show],
  );

  /** Sends what was taken in this session and what else is asked for; `afresh` asks for products and prices first. */
  const connect = useCallback(
    ({ afresh = true, also = () => false }: Connecting = {}): Promise<boolean> =>
      attempt(async () => {
        if (!open) return;
        setLine("asking");
        let { sheet, isSignedOut } = await open.read();
        let silence: Silence | undefined;
        if (afresh || !sheet || isSignedOut) {
          const answer = await fetchSheet();
          if (answer.kind === "answered") {
            sheet = answer.sheet;
            await open.keepSheet(answer.sheet);
            setDraft((typed) => refreshedDraft(typed, answer.sheet));
          } else silence = answer;
        }
        const session = sheet?.rules.person?.session;
        silence ??= await sendWaiting(open, (order) => order.takenBy.session === session || also(order));
        if (silence?.kind === "signed-out" || silence?.kind === "forbidden") await open.endSession();
        setError(silence?.kind === "forbidden" ? silence.message : null);
        const found = await open.read();
        show(found);
        setLine(silence?.kind ?? "open");
        // What was refused is decided on with the prices of now.
        if (!silence && !afresh && found.orders.some(({ conflict }) => conflict !== null)) await connect();
      }),
    [attempt, open, show],
  );

  useEffect(() => {
    CounterStore.open().then(setStore, () => setStore("none"));
    // Browsers that are short of space otherwise throw such stores away.
    void navigator.storage?.persist?.();
  }, []);

  useEffect(() => {
    if (!open) return;
    const begin = async () => {
      const found = await open.read();
      show(found);
      if (found.draft) setDraft(found.draft);
      await connect();
    };
    begin().catch(() => setStore("none"));
    const again = () => void connect();
    const lost = () => setLine("no-signal");
    const stop = open.onChange(() => void read());
    window.addEventListener("online", again);
    window.addEventListener("offline", lost);
    // Another tab has taken the session's mark away, or time has passed meanwhile.
    const look = () => void read();
    window.addEventListener("storage", look);
    window.addEventListener("focus", look);
    return () => {
      stop();
      window.removeEventListener("online", again);
      window.removeEventListener("offline", lost);
      window.removeEventListener("storage", look);
      window.removeEventListener("focus", look);
    };
  }, [open, connect, read, show]);

  const person = stored?.sheet?.rules.person ?? null;
  const waits =
    stored?.orders.some(({ conflict, takenBy }) => !conflict && takenBy.session === person?.session) === true;
  useEffect(() => {
    if (!waits || line === "asking" || line === "signed-out" || line === "forbidden") return;
    const timer = setInterval(() => void connect(), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, line, connect]);

  if (store === "none") return { kind: "no-store" } as const;
  if (!open || !stored) return { kind: "opening" } as const;

  const keepDraftSoon = (typed: Draft) => {
    clearTimeout(keeping.current);
    keeping.current = setTimeout(() => void attempt(() => open.keepDraft(typed)), KEEP_DRAFT_MS);
  };
  /** What was to be kept of the form would come after the form is empty. */
  const forgetDraft = () => clearTimeout(keeping.current);

  return {
    kind: "open" as const,
    counter: {
      stored: stored,
      draft,
      line,
      /** Why the person who is signed in may not send. */
      error: error,
      /** The orders that somebody discarded here after they had reached the shop. */
      standing,
      changeDraft: (typed: Draft) => {
        setDraft(typed);
        keepDraftSoon(typed);
      },
      /** Puts the draft into the queue, and sends it if the line is open. Whether it is kept. */
      take: async (typed: Draft): Promise<boolean> => {
        let isKept = false;
        await attempt(async () => {
          const { sheet, isSignedOut } = await open.read();
          if (!sheet?.rules.person || isSignedOut) return;
          forgetDraft();
          await open.queue(queuedOrderOf(typed, sheet, sheet.rules.person, Date.now()));
          setDraft(emptyDraft());
          isKept = true;
        });
        await read();
        if (isKept && line !== "no-signal") void connect({ afresh: false });
        return isKept;
      },
      /** Asks the shop for products and prices, and sends what the person who is signed in took. */
      connect: () => void connect(),
      /** Sends what this person took in another session. */
      sendFor: (personId: number) => void connect({ also: ({ takenBy }) => takenBy.id === personId }),
      change: async (order: QueuedOrder) => {
        if (!(await attempt(() => open.change(order)))) return;
        await read();
        void connect({ afresh: false, also: ({ retryKey }) => retryKey === order.retryKey });
      },
      edit: async (order: QueuedOrder) => {
        if (!stored.sheet) return;
        forgetDraft();
        const typed = draftOf(order, stored.sheet);
        if (!(await attempt(() => open.reopen(typed)))) return;
        setDraft(typed);
        await read();
      },
      /** What to tell the person; null when it is done. */
      discard: async (order: QueuedOrder, reason: string): Promise<string | null> => {
        const outcome = await discardOrder(order, reason);
        if (outcome.kind === "done") {
          const { invoiceNumber } = outcome;
          if (!(await attempt(() => open.remove(order.retryKey)))) {
            return "The shop knows, but this device still has the order: discard it again.";
          }
          if (invoiceNumber)
            setStanding((before) => [...before, { name: order.customer.name, invoiceNumber }]);
          await read();
          return null;
        }
        if (outcome.kind === "no-signal")
          return "Discarding needs a connection, because the shop writes it down.";
        return outcome.kind === "signed-out" ? "Sign in to discard it." : outcome.message;
      },
    },
  };
}

/** Of all tabs of this browser one sends at a time. */
const LOCK = "counter-sender";

/**
 * Sends what waits, one after another, the oldest first, until the shop is silent, and says of what kind the silence
 * is. Each stays in the store until the shop has answered for it.
 */
async function sendWaiting(
  store: CounterStore,
  mayBeSent: (order: QueuedOrder) => boolean,
): Promise<Silence | undefined> {
  return asOnlySender(async () => {
    const { orders } = await store.read();
    for (const order of orders) {
      if (order.conflict || !mayBeSent(order)) continue;
      const outcome = await sendOrder(order);
      if (outcome.kind === "sent") await store.finish(outcome.note);
      else if (outcome.kind === "refused") await store.change({ ...order, conflict: outcome.conflict });
      else return outcome;
    }
    return undefined;
  });
}

/** Without locks (a page without HTTPS has none) the orders' keys alone keep two tabs from making two orders. */
async function asOnlySender<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
