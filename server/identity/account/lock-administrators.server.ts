import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";

/**
 * Locks every active administrator until the caller's transaction ends, in one order, so that two of them taking the
 * role from each other cannot both succeed. To be called before any other user is locked.
 */
export function lockAdministrators(em: EntityManager): Promise<User[]> {
  return em.find(
    User,
    { role: "administrator", isActive: true, erasedAt: null },
    { orderBy: { id: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}
