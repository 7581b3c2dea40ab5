import type { EntityManager } from "@mikro-orm/postgresql";
import { type Environment, EnvironmentError, isLive, isReachable } from "#server/core/env.server.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { mainProvider, usesStandIns } from "./provider-list.ts";
import { listed } from "./provider-profile.ts";

/** The row of `counter` that says how often the shop began with live keys. */
const LIVE_STARTS = "live-starts";

const WAY_OUT = `Set ${listed(mainProvider.keys)}, or PAYMENTS=sandbox if orders paid with test cards are meant.`;

/**
 * A shop that others reach takes test cards only if that is said: a variable that got lost must not sell goods.
 * @throws EnvironmentError
 */
export function refuseAccidentalSandbox(environment: Environment): void {
  if (usesStandIns(environment) && environment.PAYMENTS !== "sandbox" && isReachable(environment)) {
    throw new EnvironmentError(`There are no payment keys, and others reach this shop. ${WAY_OUT}`);
  }
}

/**
 * The same for a shop that has had live keys, wherever it runs. Remembers in the database that it has; in the caller's
 * transaction.
 * @throws EnvironmentError
 */
export async function refuseLostKeys(em: EntityManager, environment: Environment): Promise<void> {
  if (isLive(environment)) {
    await em.execute(
      `insert into counter (name, value) values (?, 1)
        on conflict (name) do update set value = counter.value + 1`,
      [LIVE_STARTS],
    );
  } else if (usesStandIns(environment) && environment.PAYMENTS !== "sandbox") {
    const began = await typedSql(em)
      .selectFrom("counter")
      .where("name", "=", LIVE_STARTS)
      .select("name")
      .executeTakeFirst();
    if (began) {
      throw new EnvironmentError(`This shop has had live payment keys, and they are gone. ${WAY_OUT}`);
    }
  }
}
