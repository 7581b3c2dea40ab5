import { isCounterOfOthers, markCounter } from "#app/lib/stored-user.ts";
import type { Draft } from "../shop/order-draft.ts";
import type { QueuedOrder, SentNote, Sheet } from "./queued-order.ts";

/*
 * Any page of the shop fetches this file when a session ends: what it imports, apart from types, comes with it.
 */

/** All that this browser keeps of the counter. */
export interface StoredCounter {
  sheet: Sheet | null;
  draft: Draft | null;
  /** The person who was sent the sheet is not signed in here any more, or may not take orders. */
  isSignedOut: boolean;
  /** The oldest first. */
  orders: QueuedOrder[];
  /** The newest first. */
  sent: SentNote[];
}

const DATABASE = "counter";
const VERSION = 1;
const FACTS = "facts";
const ORDERS = "orders";
const SENT = "sent";
/** What was sent is told of for a working day. */
const TOLD_MS = 12 * 60 * 60 * 1000;

/**
 * The counter's store in this browser. Everything that a customer is promised is on the disk, not only in memory,
 * before a promise here resolves: `strict` durability.
 */
export class CounterStore {
  #database: IDBDatabase;
  readonly #channel = new BroadcastChannel(DATABASE);

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** @throws DOMException where the browser keeps nothing, such as in some private windows */
  static async open(): Promise<CounterStore> {
    return new CounterStore(await openDatabase());
  }

  onChange(listener: () => void): () => void {
    this.#channel.addEventListener("message", listener);
    return () => this.#channel.removeEventListener("message", listener);
  }

  /** What is kept. A session that ended since, on another page or by its age, ends here too. */
  async read(): Promise<StoredCounter> {
    const stored = await this.#readAll();
    const { sheet, isSignedOut } = stored;
    if (!sheet || isSignedOut) return stored;
    const { person } = sheet.rules;
    if (person && !isCounterOfOthers(person) && !isLapsed(sheet, Date.now())) {
      markCounter(person);
      return stored;
    }
    await this.endSession();
    return this.#readAll();
  }

  async #readAll(): Promise<StoredCounter> {
    const transaction = await this.#begin("readonly");
    const fact = <Value>(name: string) =>
      resultOf<Value | undefined>(transaction.objectStore(FACTS).get(name));
    const [sheet, draft, isSignedOut, orders, sent] = await Promise.all([
      fact<Sheet>("sheet"),
      fact<Draft>("draft"),
      fact<boolean>("isSignedOut"),
      resultOf<QueuedOrder[]>(transaction.objectStore(ORDERS).getAll()),
      resultOf<SentNote[]>(transaction.objectStore(SENT).getAll()),
    ]);
    return {
      sheet: sheet ?? null,
      draft: draft ?? null,
      isSignedOut: isSignedOut === true,
      orders: orders.sort((one, other) => one.takenAt - other.takenAt),
      sent: sent.sort((one, other) => other.at - one.at),
    };
  }

  /** What the shop has told; the person it was told to is signed in. */
  keepSheet(sheet: Sheet): Promise<void> {
    if (sheet.rules.person) markCounter(sheet.rules.person);
    return this.#write(({ facts, sent }) => {
      facts.put(sheet, "sheet");
      facts.delete("isSignedOut");
      forgetOld(sent);
    });
  }

  /** Nobody is signed in: what was told of customers goes, what waits to be sent and what is being typed stays. */
  endSession(): Promise<void> {
    return this.#write(({ facts }) => {
      facts.put(true, "isSignedOut");
      changeFact<Sheet>(facts, "sheet", (sheet) => ({ ...sheet, customers: [] }));
      changeFact<Draft>(facts, "draft", withoutListed);
    });
  }

  /** Typed letters are not worth a word to other tabs. */
  keepDraft(draft: Draft): Promise<void> {
    return this.#write(({ facts }) => facts.put(draft, "draft"), { isAnnounced: false });
  }

  /** The draft has become this order. */
  queue(order: QueuedOrder): Promise<void> {
    return this.#write(({ facts, orders }) => {
      orders.put(order);
      facts.delete("draft");
    });
  }

  /** The order is a draft again. */
  reopen(draft: Draft): Promise<void> {
    return this.#write(({ facts, orders }) => {
      orders.delete(draft.retryKey);
      facts.put(draft, "draft");
    });
  }

  /** What was taken back or finished meanwhile stays away. */
  change(order: QueuedOrder): Promise<void> {
    return this.#write(({ orders }) => {
      const reading = orders.count(order.retryKey);
      reading.onsuccess = () => {
        if (reading.result > 0) orders.put(order);
      };
    });
  }

  /** The shop has the order: what was kept of its customer goes. */
  finish(note: SentNote): Promise<void> {
    return this.#write(({ orders, sent }) => {
      orders.delete(note.retryKey);
      sent.put(note);
    });
  }

  remove(retryKey: string): Promise<void> {
    return this.#write(({ orders }) => orders.delete(retryKey));
  }

  async #write(
    work: (stores: Record<"facts" | "orders" | "sent", IDBObjectStore>) => unknown,
    { isAnnounced = true } = {},
  ): Promise<void> {
    const transaction = await this.#begin("readwrite");
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    work({
      facts: transaction.objectStore(FACTS),
      orders: transaction.objectStore(ORDERS),
      sent: transaction.objectStore(SENT),
    });
    await done;
    if (isAnnounced) this.#channel.postMessage("changed");
  }

  /** What a newer version of this page, or the browser itself, has closed since is opened again. */
  async #begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const begin = () => this.#database.transaction([FACTS, ORDERS, SENT], mode, { durability: "strict" });
    try {
      return begin();
    } catch {
      this.#database = await openDatabase();
      return begin();
    }
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(FACTS);
      opening.result.createObjectStore(ORDERS, { keyPath: "retryKey" });
      opening.result.createObjectStore(SENT, { keyPath: "retryKey" });
    };
    opening.onsuccess = () => {
      const database = opening.result;
      // A newer version of this page in another tab must not wait for this one.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = () => reject(opening.error);
  });
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

function changeFact<Value>(facts: IDBObjectStore, name: string, change: (value: Value) => Value): void {
  const reading: IDBRequest<Value | undefined> = facts.get(name);
  reading.onsuccess = () => {
    if (reading.result !== undefined) facts.put(change(reading.result), name);
  };
}

function forgetOld(sent: IDBObjectStore): void {
  const reading: IDBRequest<SentNote[]> = sent.getAll();
  reading.onsuccess = () => {
    for (const { retryKey, at } of reading.result) if (at < Date.now() - TOLD_MS) sent.delete(retryKey);
  };
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
