import { isCounterOfOthers, markCounter } from "#app/lib/stored-user.ts";
import type { Draft } from "../shop/order-draft.ts";
import type { QueuedOrder, SentNote, Sheet } from "./queued-order.ts";

/*
 * Any page of the shop fetches this file when a session ends: what it imports besides types comes with it.
 */

/** All that this browser keeps of the counter. */
export interface KeptCounter {
  sheet: Sheet | null;
  draft: Draft | null;
  /** Whoever the sheet was told to is not signed in here any more, or may not take orders. */
  isSignedOut: boolean;
  /** The oldest first. */
  orders: QueuedOrder[];
  /** The newest first. */
  sent: SentNote[];
}

const DATABASE = "counter";
/** One before this kept its parts otherwise, and was never released. */
const VERSION = 2;
/** Of each part of what is kept, by its name. */
const PARTS = "parts";
/** What was sent is told of for a working day. */
const TOLD_MS = 12 * 60 * 60 * 1000;

const NOTHING: KeptCounter = { sheet: null, draft: null, isSignedOut: false, orders: [], sent: [] };

/**
 * The counter's store in this browser. Everything that a customer is promised is on the disk, not only in memory, before
 * a promise here resolves: `strict` durability.
 */
export class CounterStore {
  readonly #database: IDBDatabase;
  readonly #channel = new BroadcastChannel(DATABASE);

  private constructor(database: IDBDatabase) {
    this.#database = database;
    // A newer version of this page in another tab must not wait for this one.
    database.onversionchange = () => database.close();
  }

  /** @throws DOMException where the browser keeps nothing, such as in some private windows */
  static async open(): Promise<CounterStore> {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      for (const old of [...opening.result.objectStoreNames]) opening.result.deleteObjectStore(old);
      opening.result.createObjectStore(PARTS);
    };
    return new CounterStore(await resultOf(opening));
  }

  onChange(listener: () => void): () => void {
    this.#channel.addEventListener("message", listener);
    return () => this.#channel.removeEventListener("message", listener);
  }

  /** What is kept. A session that ended since, on another page or by its age, ends here too. */
  async read(): Promise<KeptCounter> {
    const readAll = () => partsIn(this.#database.transaction(PARTS).objectStore(PARTS));
    const kept = await readAll();
    const { sheet, isSignedOut } = kept;
    if (!sheet || isSignedOut) return kept;
    const { person } = sheet.rules;
    if (person && !isCounterOfOthers(person) && !isLapsed(sheet, Date.now())) {
      markCounter(person);
      return kept;
    }
    await this.endSession();
    return readAll();
  }

  /** What the shop has told; whoever it was told to is signed in. */
  keepSheet(sheet: Sheet): Promise<void> {
    if (sheet.rules.person) markCounter(sheet.rules.person);
    return this.#change(({ sent }) => ({
      sheet,
      isSignedOut: false,
      sent: sent.filter(({ at }) => at >= Date.now() - TOLD_MS),
    }));
  }

  /** Nobody is signed in: what was told of customers goes, what waits to be sent and what is being typed stays. */
  endSession(): Promise<void> {
    return this.#change(({ sheet, draft }) => ({
      isSignedOut: true,
      sheet: sheet && { ...sheet, customers: [] },
      draft: draft && withoutListed(draft),
    }));
  }

  /** Typed letters are not worth a word to other tabs. */
  keepDraft(draft: Draft): Promise<void> {
    return this.#write((parts) => parts.put(draft, "draft"));
  }

  /** The draft has become this order. */
  queue(order: QueuedOrder): Promise<void> {
    return this.#change(({ orders }) => ({
      orders: [...without(orders, order.retryKey), order],
      draft: null,
    }));
  }

  /** The order is a draft again. */
  takeBack(draft: Draft): Promise<void> {
    return this.#change(({ orders }) => ({ orders: without(orders, draft.retryKey), draft }));
  }

  /** What was taken back or finished meanwhile stays away. */
  change(order: QueuedOrder): Promise<void> {
    return this.#change(({ orders }) => ({
      orders: orders.map((each) => (each.retryKey === order.retryKey ? order : each)),
    }));
  }

  /** The shop has the order: what was kept of its customer goes. */
  finish(note: SentNote): Promise<void> {
    return this.#change(({ orders, sent }) => ({
      orders: without(orders, note.retryKey),
      sent: [note, ...without(sent, note.retryKey)],
    }));
  }

  remove(retryKey: string): Promise<void> {
    return this.#change(({ orders }) => ({ orders: without(orders, retryKey) }));
  }

  /** Changes some parts by what is kept at that moment, and tells other tabs. */
  async #change(change: (kept: KeptCounter) => Partial<KeptCounter>): Promise<void> {
    await this.#write(async (parts) => {
      for (const [name, part] of Object.entries(change(await partsIn(parts)))) parts.put(part, name);
    });
    this.#channel.postMessage("changed");
  }

  async #write(work: (parts: IDBObjectStore) => unknown): Promise<void> {
    const transaction = this.#database.transaction(PARTS, "readwrite", { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    await Promise.all([work(transaction.objectStore(PARTS)), done]);
  }
}

export async function endSession(): Promise<void> {
  await (await CounterStore.open()).endSession();
}

/** The draft without a customer whom the sheet told of; one that was typed stays. */
export function withoutListed(draft: Draft): Draft {
  if (draft.customer.id === null) return draft;
  return { ...draft, customer: { id: null, name: "", email: "", phone: "", address: "", tradeList: null } };
}

/** The session that the sheet was told to would have ended by itself at this time, however the shop was used since. */
export function isLapsed({ rules, clockAhead }: Pick<Sheet, "rules" | "clockAhead">, now: number): boolean {
  return !(now - clockAhead < rules.until);
}

function without<Kept extends { retryKey: string }>(all: readonly Kept[], retryKey: string): Kept[] {
  return all.filter((each) => each.retryKey !== retryKey);
}

async function partsIn(parts: IDBObjectStore): Promise<KeptCounter> {
  const [names, values] = await Promise.all([resultOf(parts.getAllKeys()), resultOf(parts.getAll())]);
  return { ...NOTHING, ...Object.fromEntries(names.map((name, index) => [name, values[index]])) };
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
