import type { AttackedShop } from "./attacked-shop.ts";

/** A finding of docs/security.md, replayed as an attacker. */
export interface Recipe {
  /** Its number there. */
  finding: string;
  what: string;
  /**
   * What the attacker gained; undefined when the shop held. @throws when the recipe could not be played at all
   */
  play(shop: AttackedShop): Promise<string | undefined>;
}

/** A recipe that fails because everything fails proves nothing: honest requests to the same endpoint must work. */
export function mustWork(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`An honest person could not: ${what}`);
}
