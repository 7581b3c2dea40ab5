import type { EntityManager, LockMode } from "@mikro-orm/postgresql";
import { raw } from "@mikro-orm/postgresql";
import { Subscriber } from "#db/entities/index.ts";

/** The subscriber of an address, without regard to case, locked as asked. */
export function findSubscriberByEmail(
  em: EntityManager,
  email: string,
  lockMode: LockMode,
): Promise<Subscriber | null> {
  return em.findOne(
    Subscriber,
    { [raw("lower(email)")]: email.toLowerCase() },
    { lockMode, populate: ["codeHash"] },
  );
}
