import { sum } from "#server/pricing/money.ts";
import {
  payPalCaptures,
  payPalDisputes,
  payPalEvents,
  payPalOrders,
  payPalRefunds,
} from "#server/sandbox/paypal/paypal-store.server.ts";
import { readInSandbox, runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import type { Kind, Stored } from "#server/sandbox/store.server.ts";
import { listTasks as listAllTasks, type SandboxTask, tasks } from "#server/sandbox/store.server.ts";
import type { RefundState } from "#server/sandbox/stripe/sandbox-state.ts";
import {
  checkoutSessions,
  disputes,
  events,
  paymentIntents,
  refunds,
} from "#server/sandbox/stripe/sandbox-store.server.ts";

/* What the providers know, from their own records. */

/** A provider's charge, in pence. */
export interface Charge {
  id: string;
  provider: "stripe" | "paypal";
  amount: number;
  /** What the payer agreed to: the intent or its session, or the PayPal order. */
  agreedTo: string[];
  refunded: number;
  /** Taken by the bank for good. PayPal's are refunds. */
  lost: number;
  isDisputed: boolean;
}

/** Lists a provider's objects of a kind, wherever the stand-ins run. */
export type ListKind = <State extends { id: string }>(kind: Kind<State>) => readonly State[];

const listHere: ListKind = <State extends { id: string }>(kind: Kind<State>) =>
  readInSandbox((store) => store.list(kind)).map(({ body }: Stored<State>) => body);

/** Everything that was ever charged, whatever happened since. */
export function listCharges(list: ListKind = listHere): Charge[] {
  const [stripeRefunds, stripeDisputes] = [list(refunds), list(disputes)];
  const atStripe = list(paymentIntents)
    .filter(({ status }) => status === "succeeded")
    .map(({ id, amount_received: amount, session }): Charge => {
      const own = ({ payment_intent }: { payment_intent: string }) => payment_intent === id;
      const back = stripeRefunds.filter((each) => own(each) && each.status !== "failed");
      const against = stripeDisputes.filter(own);
      return {
        ...{ id, provider: "stripe", amount, agreedTo: [id, ...(session ? [session] : [])] },
        refunded: sum(back.map((each) => each.amount)),
        lost: sum(against.filter(({ status }) => status === "lost").map((each) => each.amount)),
        isDisputed: against.length > 0,
      };
    });
  const [payPalBack, payPalAgainst] = [list(payPalRefunds), list(payPalDisputes)];
  const atPayPal = list(payPalCaptures)
    .filter(({ status }) => ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(status))
    .map(({ id, amount, order }): Charge => {
      const back = payPalBack.filter(({ capture, status }) => capture === id && status !== "FAILED");
      return {
        ...{ id, provider: "paypal", amount: penceOf(amount.value), agreedTo: [order], lost: 0 },
        refunded: sum(back.map((each) => penceOf(each.amount.value))),
        isDisputed: payPalAgainst.some(({ capture }) => capture === id),
      };
    });
  return [...atStripe, ...atPayPal].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Stripe's refunds, in the order in which they were made. */
export function listRefunds(): readonly RefundState[] {
  return listHere(refunds);
}

type Query = (statement: string, values?: unknown[]) => Promise<unknown>;

/** Writes the charges down where the rules of the books look for them. */
export async function writeCharges(query: Query, charges: readonly Charge[]): Promise<void> {
  await query(`create table if not exists provider_charge
    (id text primary key, provider text, amount int, refunded int, lost int)`);
  await query("delete from provider_charge");
  await query(
    `insert into provider_charge select id, provider, amount, refunded, lost
     from jsonb_to_recordset($1::jsonb) as charge (id text, provider text, amount int, refunded int, lost int)`,
    [JSON.stringify(charges)],
  );
}

export interface OpenDispute {
  id: string;
  provider: Charge["provider"];
}

export function listOpenDisputes(): OpenDispute[] {
  const open = <State extends { id: string; status: string }>(
    kind: Kind<State>,
    provider: OpenDispute["provider"],
    over: readonly string[],
  ) => listHere(kind).flatMap(({ id, status }: State) => (over.includes(status) ? [] : [{ id, provider }]));
  return [...open(disputes, "stripe", ["won", "lost"]), ...open(payPalDisputes, "paypal", ["RESOLVED"])];
}

/** Captures that PayPal still reviews. */
export function listPendingCaptures(): string[] {
  return listHere(payPalCaptures).flatMap(({ id, status }) => (status === "PENDING" ? [id] : []));
}

/** Orders whose payers agreed, with what does not pay. */
export function listUnpayableOrders(): string[] {
  return listHere(payPalOrders).flatMap(({ id, status, funding }) =>
    status === "APPROVED" && funding !== "paid" ? [id] : [],
  );
}

/** How many decisions and events of the providers are still outstanding. */
export function countUndecided(): number {
  const open = ["requires_action", "processing", "APPROVED", "PENDING"];
  const objects = [...listHere(paymentIntents), ...listHere(payPalOrders), ...listHere(payPalCaptures)];
  const undelivered = listTasks().filter(isEvent).length;
  return undelivered + objects.filter(({ status }) => open.includes(status)).length;
}

export interface WaitingTask extends SandboxTask {
  /** Of an event. */
  type: string | null;
}

/** The stand-ins' outstanding tasks: events to send, and due work. */
export function listTasks({ due }: { due?: Date } = {}): WaitingTask[] {
  return readInSandbox((store) =>
    listAllTasks(store).flatMap((task) => {
      if (due && task.due > due.getTime()) return [];
      const type =
        store.find(events, task.subject)?.type ?? store.find(payPalEvents, task.subject)?.event_type;
      return [{ ...task, type: type ?? null }];
    }),
  );
}

/** Whether the task is an event that has not arrived yet. */
export function isEvent({ name }: WaitingTask): boolean {
  return name.startsWith("deliver_");
}

export function finishTask({ id }: WaitingTask): Promise<void> {
  return runInSandbox((store) => store.remove(tasks, id));
}

/** What a provider's page shows its payer: an amount, and the items by name. */
export interface ShownByProvider {
  amount: number;
  items: { name: string; quantity: number; unitPrice: number }[];
  isOpen: boolean;
}

/** The content of a hosted page; undefined when the address has none. */
export function findSession(url: string): (ShownByProvider & { id: string }) | undefined {
  const id = new URL(url, "http://127.0.0.1").pathname.split("/").at(-1) ?? "";
  const session = readInSandbox((store) => store.find(checkoutSessions, id));
  if (!session) return undefined;
  const items = session.lines.map(({ name, quantity, unit_amount }) => ({
    ...{ name, quantity, unitPrice: unit_amount },
  }));
  const amount = sum(items.map(({ quantity, unitPrice }) => quantity * unitPrice));
  return { id, amount, items, isOpen: true };
}

/** What PayPal shows the payer of an order. */
export function findPayPalOrder(id: string): ShownByProvider {
  const order = readInSandbox((store) => store.find(payPalOrders, id));
  if (!order) throw new Error(`PayPal has no order ${id}`);
  const { status, purchase_unit: unit } = order;
  return {
    amount: penceOf(unit.amount.value),
    isOpen: status === "CREATED" || status === "PAYER_ACTION_REQUIRED",
    items: (unit.items ?? []).map(({ name, quantity, unit_amount }) => ({
      ...{ name, quantity: Number(quantity), unitPrice: penceOf(unit_amount.value) },
    })),
  };
}

function penceOf(value: string): number {
  return Math.round(Number(value) * 100);
}
