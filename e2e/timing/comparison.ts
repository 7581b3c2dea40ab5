import type { AttackedShop } from "../attack/attacked-shop.ts";
import type { Caller, Sent } from "../attack/caller.ts";

/** One request, and who sends it. */
export interface Question {
  as: Caller;
  method: "GET" | "POST" | "PATCH";
  path: string;
  sent?: Sent;
}

/** The question of a try; what it needs first is done here, unmeasured. */
type Ask = (time: number) => Question | Promise<Question>;

export interface Asks {
  /** About something or somebody that exists. */
  there: Ask;
  /** The same about what does not. */
  notThere: Ask;
}

/** A question that a door answers alike, and as fast, whether or not what it asks about exists. */
export interface Comparison {
  what: string;
  /** What both are answered, so that it is not two typing mistakes that are compared. */
  status: number;
  /** Makes what exists. `times`: how often each will be asked. */
  prepare(shop: AttackedShop, times: number): Promise<Asks>;
}

/** Both are one question, about something else. */
export function alike<About>(
  there: readonly About[],
  notThere: readonly About[],
  ask: (about: About) => Question | Promise<Question>,
): Asks {
  const oneOf = (all: readonly About[], time: number): About => {
    const about = all[time % all.length];
    if (about === undefined) throw new Error("There is nothing to ask about.");
    return about;
  };
  return {
    there: (time) => ask(oneOf(there, time)),
    notThere: (time) => ask(oneOf(notThere, time)),
  };
}
