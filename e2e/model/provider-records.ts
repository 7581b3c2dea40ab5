import {
  payPalCaptures,
  payPalDisputes,
  payPalEvents,
  payPalOrders,
  payPalRefunds,
} from "#server/sandbox/paypal/paypal-store.server.ts";
import { readInSandbox, runInSandbox } from "#server/sandbox/sandbox-process.server.ts";
import type { Kind, Stored } from "#server/sandbox/store.server.ts";
import {
  checkoutSessions,
  disputes,
  events,
  paymentIntents,
  refunds,
} from "#server/sandbox/stripe/sandbox-store.server.ts";
import { listTasks as listAllTasks, type SandboxTask, tasks } from "#server/sandbox/tasks.server.ts";
import { linesText } from "./lines-text.ts";
import type { World } from "./world.ts";

/** A provider's charge in pence, from its own records. */
export interface Charge {
  id: string;
  provider: "stripe" | "paypal";
  amount: number;
  /** What the payer agreed to: the intent or its session, or the PayPal order. */
  said_yes_to: string[];
  refunded: number;
  disputed: boolean;
}

function listAll<State extends { id: string }>(kind: Kind<State>): State[] {
  return readInSandbox((store) => store.list(kind)).map(({ body }: Stored<State>) => body);
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Everything that was ever charged, whatever happened since. */
export function listCharges(): Charge[] {
  const [back, disputed] = [listAll(refunds), listAll(disputes)];
  const atStripe = listAll(paymentIntents).flatMap((intent): Charge[] =>
    intent.status === "succeeded"
      ? [
          {
            id: intent.id,
            provider: "stripe",
            amount: intent.amount_received,
            said_yes_to: [intent.id, ...(intent.session ? [intent.session] : [])],
            refunded: sum(
              back.flatMap(({ payment_intent, status, amount }) =>
                payment_intent === intent.id && status !== "failed" ? [amount] : [],
              ),
            ),
            disputed: disputed.some(({ payment_intent }) => payment_intent === intent.id),
          },
        ]
      : [],
  );
  const [payPalBack, payPalDisputed] = [listAll(payPalRefunds), listAll(payPalDisputes)];
  const atPayPal = listAll(payPalCaptures).flatMap((capture): Charge[] =>
    ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(capture.status)
      ? [
          {
            id: capture.id,
            provider: "paypal",
            amount: penceOf(capture.amount.value),
            said_yes_to: [capture.order],
            refunded: sum(
              payPalBack.flatMap(({ capture: of, status, amount }) =>
                of === capture.id && status !== "FAILED" ? [penceOf(amount.value)] : [],
              ),
            ),
            disputed: payPalDisputed.some(({ capture: of }) => of === capture.id),
          },
        ]
      : [],
  );
  return [...atStripe, ...atPayPal].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** What the bank has taken for good. */
export function lostOf({ id }: Charge): number {
  return sum(
    listAll(disputes).flatMap(({ payment_intent, status, amount }) =>
      payment_intent === id && status === "lost" ? [amount] : [],
    ),
  );
}

export interface OpenDispute {
  id: string;
  provider: "stripe" | "paypal";
}

export function listOpenDisputes(): OpenDispute[] {
  const open = <State extends { id: string; status: string }>(
    kind: Kind<State>,
    provider: OpenDispute["provider"],
    over: readonly string[],
  ) =>
    readInSandbox((store) => store.list(kind)).flatMap(({ body, at }) =>
      over.includes(body.status) ? [] : [{ id: body.id, provider, at }],
    );
  return [...open(disputes, "stripe", ["won", "lost"]), ...open(payPalDisputes, "paypal", ["RESOLVED"])].sort(
    (one, other) => one.at - other.at,
  );
}

/** Captures that PayPal still reviews. */
export function listPendingCaptures(): string[] {
  return listAll(payPalCaptures).flatMap(({ id, status }) => (status === "PENDING" ? [id] : []));
}

/** Orders whose payers said yes, with what does not pay. */
export function listUnpayableOrders(): string[] {
  return listAll(payPalOrders).flatMap(({ id, status, funding }) =>
    status === "APPROVED" && funding !== "paid" ? [id] : [],
  );
}

/** How many decisions and events of the providers are still outstanding. */
export function countUndecided(): number {
  const open = ["requires_action", "processing", "APPROVED", "PENDING"];
  const objects = [...listAll(paymentIntents), ...listAll(payPalOrders), ...listAll(payPalCaptures)];
  return (
    listTasks().filter(({ name }) => name.startsWith("deliver")).length +
    objects.filter(({ status }) => open.includes(status)).length
  );
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

export function finishTask({ id }: WaitingTask): Promise<void> {
  return runInSandbox((store) => store.remove(tasks, id));
}

/** The content of a hosted page; undefined when the address has none. */
export function findSession(
  world: World,
  url: string,
): { payment: string; amount: number; lines: string } | undefined {
  const id = new URL(url, "http://127.0.0.1").pathname.split("/").at(-1) ?? "";
  const session = readInSandbox((store) => store.find(checkoutSessions, id));
  if (!session) return undefined;
  const { lines } = session;
  return {
    payment: id,
    amount: lines.reduce((sum, { quantity, unit_amount }) => sum + quantity * unit_amount, 0),
    lines: linesText(
      lines.flatMap(({ name, quantity, unit_amount: unitPrice }) => {
        const product = world.products.find((each) => each.name === name);
        return product ? { productId: product.id, quantity, unitPrice } : [];
      }),
    ),
  };
}

/** What PayPal shows the payer of an order. */
export function findPayPalOrderAtPayPal(
  world: World,
  id: string,
): { amount: number; isOpen: boolean; lines: string } {
  const order = readInSandbox((store) => store.find(payPalOrders, id));
  if (!order) throw new Error(`PayPal has no order ${id}`);
  const { status, purchase_unit: unit } = order;
  return {
    amount: penceOf(unit.amount.value),
    isOpen: status === "CREATED" || status === "PAYER_ACTION_REQUIRED",
    lines: linesText(
      (unit.items ?? []).flatMap(({ name, quantity, unit_amount }) => {
        const product = world.products.find((each) => each.name === name);
        const unitPrice = penceOf(unit_amount.value);
        return product ? { productId: product.id, quantity: Number(quantity), unitPrice } : [];
      }),
    ),
  };
}

function penceOf(value: string): number {
  return Math.round(Number(value) * 100);
}
