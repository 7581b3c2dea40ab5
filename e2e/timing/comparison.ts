import type { AttackedShop } from "../attack/attacked-shop.ts";
import type { Caller, Sent } from "../attack/caller.ts";

/** One request, and who sends it. */
export interface Question {
  as: Caller;
  method: "GET" | "POST" | "PATCH";
  path: string;
  sent?: Sent;
}

/** The request of an attempt; its preparation happens here, unmeasured. */
type Ask = (time: number) => Question | Promise<Question>;

export interface Asks {
  /** About something or somebody that exists. */
  there: Ask;
  /** The same about something that does not exist. */
  notThere: Ask;
}

/** A request that an endpoint must answer alike, and as fast, whether or not its subject exists. */
export interface Comparison {
  what: string;
  /** The expected status of both, so that the comparison is not one of two malformed requests. */
  status: number;
  /** Creates the existing subjects. `times`: how often each will be requested. */
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
