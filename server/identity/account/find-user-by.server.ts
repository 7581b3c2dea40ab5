import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";

/** The account with this address or username, without regard to case. The unique indexes allow one at most. */
export async function findUserBy(
  em: EntityManager,
  column: "email" | "username",
  value: string,
): Promise<User | null> {
  const [row] = await em.execute<{ id: number }[]>(
    `select id from user_account where lower(${column}) = lower(?)`,
    [value.trim()],
  );
  return row ? em.findOne(User, row.id, { populate: ["passwordHash"] }) : null;
}
