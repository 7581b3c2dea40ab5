import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import superjson from "superjson";
import type { CounterProduct } from "#server/orders/counter-orders.server.ts";
import type { AppRouter } from "#server/trpc/router.server.ts";
import { draftCustomerOf } from "../shop/order-draft.ts";
import { type Conflict, messageOf, type QueuedOrder, type SentNote, type Sheet } from "./queued-order.ts";

/** A lane with a little signal answers nothing for minutes. */
const PATIENCE_MS = 20_000;
/** Catalogues that are longer are kept up to here, by name. */
const MOST_PRODUCTS = 10_000;

/** Why the shop said nothing useful: no signal (or it is down), nobody is signed in, or the person who is may not. */
export type Silence = { kind: "no-signal" } | { kind: "signed-out" } | { kind: "forbidden"; message: string };

export type SendOutcome =
  | { kind: "sent"; note: SentNote }
  | { kind: "refused"; conflict: Conflict }
  | Silence;

const shop = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc", transformer: superjson })] });

const patience = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

export async function fetchSheet(): Promise<{ kind: "told"; sheet: Sheet } | Silence> {
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
    return { kind: "told", sheet: { rules: first.rules, products: all, customers, clockAhead } };
  } catch (error) {
    return silenceBehind(error) ?? { kind: "no-signal" };
  }
}

/** Sends an order. Without an answer it may have arrived: its key makes it safe to send it again. */
export async function sendOrder(order: QueuedOrder): Promise<SendOutcome> {
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
export async function discardOrder(
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

type Refusal = TRPCClientError<AppRouter>;

function silenceBehind(error: unknown): Silence | undefined {
  const reason = isRefusal(error) ? error.data?.reason : undefined;
  // No answer of the shop's own: a dead line, a proxy that waits for the shop, or a page of a network's sign-in.
  if (!isRefusal(error) || !reason) return { kind: "no-signal" };
  if (reason === "unauthenticated" || reason === "two_factor_required") return { kind: "signed-out" };
  if (reason === "forbidden") return { kind: "forbidden", message: error.message };
  if (reason === "unavailable" || reason === "rate_limited") return { kind: "no-signal" };
  return undefined;
}

function conflictBehind(error: unknown): Conflict {
  if (!isRefusal(error)) return { kind: "other", message: "The shop did not answer." };
  const { message, data } = error;
  const wrong = Object.entries(data?.fields ?? {}).filter(([, messages]) => messages.length > 0);
  if (data?.reason === "out_of_stock") return { kind: "stock", message };
  const isOfPrices = wrong.some(([name]) => name === "toldTotal" || name.endsWith(".told"));
  if (data?.reason === "conflict" && isOfPrices) return { kind: "prices", message };
  const words = wrong.flatMap(([, messages]) => messages).filter((each) => !message.includes(each));
  return { kind: "other", message: [message, ...words].join(" ") };
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof TRPCClientError;
}
