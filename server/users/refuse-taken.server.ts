import type { EntityManager } from "@mikro-orm/postgresql";
import { ShopError } from "#server/core/errors.ts";
import { findUserBy } from "#server/identity/account/find-user-by.server.ts";

/**
 * Refuses an email or username that another account has.
 * @throws ShopError `conflict` naming each field
 */
export async function refuseTaken(
  em: EntityManager,
  wanted: { email?: string | undefined; username?: string | undefined },
  ownId?: number,
): Promise<void> {
  const fields: Record<string, string[]> = {};
  for (const column of ["email", "username"] as const) {
    const value = wanted[column];
    const owner = value === undefined ? null : await findUserBy(em, column, value);
    if (owner && owner.id !== ownId) fields[column] = [`This ${column} is already taken`];
  }
  const [first] = Object.values(fields).flat();
  if (first) throw new ShopError("conflict", `${first}.`, { fields });
}
