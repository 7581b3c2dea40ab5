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

const REFUNDED_AT_STRIPE = `(select coalesce(sum((refund.body->>'amount')::int), 0)::int from sandbox.object refund
  where refund.provider = 'stripe' and refund.kind = 'refund' and refund.body->>'status' <> 'failed'
    and refund.body->>'payment_intent' = intent.id)`;

const REFUNDED_AT_PAYPAL = `(select coalesce(round(sum((refund.body->'amount'->>'value')::numeric * 100)), 0)::int
  from sandbox.object refund where refund.provider = 'paypal' and refund.kind = 'refund'
    and refund.body->>'status' <> 'FAILED' and refund.body->>'capture' = capture.id)`;

/** Everything that was ever charged, whatever happened since. */
export function listCharges(world: World): Promise<Charge[]> {
  return world.database.rows<Charge & { [name: string]: unknown }>(`
    select intent.id, 'stripe' as provider, (intent.body->>'amount_received')::int as amount,
           array_remove(array[intent.id::text, intent.body->>'session'], null) as said_yes_to,
           ${REFUNDED_AT_STRIPE} as refunded,
           exists (select from sandbox.object dispute where dispute.provider = 'stripe' and dispute.kind = 'dispute'
             and dispute.body->>'payment_intent' = intent.id) as disputed
      from sandbox.object intent
     where intent.provider = 'stripe' and intent.kind = 'payment_intent' and intent.body->>'status' = 'succeeded'
    union all
    select capture.id, 'paypal', round((capture.body->'amount'->>'value')::numeric * 100)::int,
           array[capture.body->>'order'], ${REFUNDED_AT_PAYPAL},
           exists (select from sandbox.object dispute where dispute.provider = 'paypal' and dispute.kind = 'dispute'
             and dispute.body->>'capture' = capture.id)
      from sandbox.object capture
     where capture.provider = 'paypal' and capture.kind = 'capture'
       and capture.body->>'status' in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')
     order by id`);
}

export interface OpenDispute {
  id: string;
  provider: "stripe" | "paypal";
}

export function listOpenDisputes(world: World): Promise<OpenDispute[]> {
  return world.database.rows<OpenDispute & { [name: string]: unknown }>(`
    select id, provider from sandbox.object where kind = 'dispute'
       and body->>'status' in ('needs_response', 'under_review', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW')
     order by created_at, id`);
}

/** Captures that PayPal still reviews. */
export async function listPendingCaptures(world: World): Promise<string[]> {
  const rows = await world.database.rows<{ id: string }>(`
    select id from sandbox.object where provider = 'paypal' and kind = 'capture' and body->>'status' = 'PENDING'
     order by created_at, id`);
  return rows.map(({ id }) => id);
}

export interface WaitingTask {
  task: string;
  name: string;
  /** Its event or object. */
  subject: string;
  /** Of an event. */
  type: string | null;
}

/** The stand-ins' outstanding tasks: events to send, and due work. */
export function listTasks(world: World, { due }: { due?: Date } = {}): Promise<WaitingTask[]> {
  return world.database.rows<WaitingTask & { [name: string]: unknown }>(
    `select task.id as task, task.body->>'name' as name, task.body->>'subject' as subject,
            coalesce(event.body->>'type', event.body->>'event_type') as type
       from sandbox.object task left join sandbox.object event on event.id = task.body->>'subject' and event.kind = 'event'
      where task.kind = 'task' and ($1::bigint is null or (task.body->>'due')::bigint <= $1)
      order by task.created_at, task.id`,
    [due?.getTime() ?? null],
  );
}

export async function finishTask(world: World, task: WaitingTask): Promise<void> {
  await world.database.rows("delete from sandbox.object where id = $1", [task.task]);
}

interface StoredSession {
  id: string;
  currency: string;
  lines: { name: string; quantity: number; unit_amount: number }[];
}

/** The content of a hosted page; undefined when the address has none. */
export async function findSession(
  world: World,
  url: string,
): Promise<{ payment: string; amount: number; lines: string } | undefined> {
  const id = new URL(url, "http://127.0.0.1").pathname.split("/").at(-1) ?? "";
  const [row] = await world.database.rows<{ body: StoredSession }>(
    "select body from sandbox.object where id = $1 and kind = 'checkout_session'",
    [id],
  );
  if (!row) return undefined;
  const { lines } = row.body;
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

interface StoredOrder {
  status: string;
  purchase_unit: {
    amount: { value: string };
    items?: { name: string; quantity: string; unit_amount: { value: string } }[];
  };
}

/** What PayPal shows the payer of an order. */
export async function findPayPalOrderAtPayPal(
  world: World,
  id: string,
): Promise<{ amount: number; isOpen: boolean; lines: string }> {
  const [row] = await world.database.rows<{ body: StoredOrder }>(
    "select body from sandbox.object where id = $1 and kind = 'order'",
    [id],
  );
  if (!row) throw new Error(`PayPal has no order ${id}`);
  const { status, purchase_unit: unit } = row.body;
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
