import type { AttackedShop } from "./attacked-shop.ts";

/** One of the findings of docs/security.md, played as whoever found it did. */
export interface Recipe {
  /** Its number there. */
  finding: string;
  what: string;
  /** Left out of the short form: it measures time, or starts the shop once more for what a test of its own shows. */
  isLong?: boolean;
  /** What the attacker got; nothing where the shop held. @throws when the recipe could not be played at all */
  play(shop: AttackedShop): Promise<string | undefined>;
}

/** A recipe that fails because everything fails shows nothing: what honest people do at the same door must work. */
export function mustWork(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`An honest person could not: ${what}`);
}
