/**
 * The key in local storage that says whose session the counter without signal belongs to. Every page of the shop takes it
 * over for whoever is signed in there or nobody, so that the counter learns of a sign-out without asking the shop.
 */
const KEY = "counter";

interface Person {
  name: string | null;
  role: string | null;
}

const markOf = ({ name, role }: Person) => `${role} ${name}`;

export function markCounter(person: Person): void {
  window.localStorage.setItem(KEY, markOf(person));
}

/** A browser that was killed may have lost the mark: then only the counter's own store says whether its session ended. */
export function isCounterOfOthers(person: Person): boolean {
  const mark = window.localStorage.getItem(KEY);
  return mark !== null && mark !== markOf(person);
}

/** Takes over the mark of somebody else; whether there was one. */
export function takeCounterOver(person: Person): boolean {
  try {
    const isOfOthers = isCounterOfOthers(person);
    if (isOfOthers) markCounter(person);
    return isOfOthers;
  } catch {
    // A browser that refuses local storage keeps no counter either.
    return false;
  }
}
