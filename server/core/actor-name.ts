import type { Actor } from "./context.ts";

/** What whoever acts is called, in the audit and in an order's timeline; null for visitors and the shop itself. */
export function actorName(actor: Actor): string | null {
  if (actor.kind === "user") return actor.name;
  return actor.kind === "api-key" ? `API key ${actor.name}` : null;
}
