import { useSyncExternalStore } from "react";

/** The key under which the signed-in user is kept in the browser's local storage. */
const STORED_USER_KEY = "user";
/** Says that the stored user came from a session of this browser, and must go when that session is gone. */
const FROM_SESSION_KEY = "user-from-session";

/** Tells this tab that the stored user changed; other tabs hear of it from the browser. */
const CHANGED = "shop:stored-user";

/**
 * Keeps an administrator (docs/rules.md#accounts-9): it only decides what the header shows, never what is allowed. A
 * browser that refuses local storage shows no admin link; the page works all the same.
 */
export function storeAdministrator(name: string): void {
  window.localStorage.setItem(STORED_USER_KEY, JSON.stringify({ name, role: "admin" }));
  window.localStorage.setItem(FROM_SESSION_KEY, "yes");
  window.dispatchEvent(new Event(CHANGED));
}

export function forgetStoredUser(): void {
  window.localStorage.removeItem(STORED_USER_KEY);
  window.localStorage.removeItem(FROM_SESSION_KEY);
  window.dispatchEvent(new Event(CHANGED));
}

/** Removes the user after the session that stored them has ended; leaves a user that something else stored. */
export function forgetUserOfEndedSession(): void {
  if (window.localStorage.getItem(FROM_SESSION_KEY) !== null) forgetStoredUser();
}

/** Whether the stored user is an administrator; false while the server renders and during hydration. */
export function useStoredUserIsAdmin(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => roleIn(window.localStorage.getItem(STORED_USER_KEY)) === "admin",
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** Local storage may hold anything; what is not a user counts as none. */
function roleIn(stored: string | null): unknown {
  if (!stored) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === "object" && value !== null && "role" in value ? value.role : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The key in local storage that says whose session the counter without signal belongs to. Every page of the shop takes
 * it over for anyone who is signed in there or nobody, so that the counter learns of a sign-out without asking the
 * shop.
 */
const COUNTER_KEY = "counter";

interface Person {
  name: string | null;
  role: string | null;
}

const markOf = ({ name, role }: Person) => `${role} ${name}`;

export function markCounter(person: Person): void {
  window.localStorage.setItem(COUNTER_KEY, markOf(person));
}

/**
 * A browser that was killed may have lost the mark: then only the counter's own store says whether its session ended.
 */
export function isCounterOfOthers(person: Person): boolean {
  const mark = window.localStorage.getItem(COUNTER_KEY);
  return mark !== null && mark !== markOf(person);
}

/**
 * Takes over the mark of somebody else; whether there was one. A browser that refuses local storage keeps no counter.
 */
export function takeCounterOver(person: Person): boolean {
  const mark = window.localStorage.getItem(COUNTER_KEY);
  if (mark === null || mark === markOf(person)) return false;
  window.localStorage.setItem(COUNTER_KEY, markOf(person));
  return true;
}
