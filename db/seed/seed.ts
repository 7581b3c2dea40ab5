import { type EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { databaseConfig } from "../mikro-orm.config.ts";
import { seedDemo } from "./demo.ts";
import { seedReference } from "./reference.ts";

interface SeedOptions {
  /** Demo customers and orders as well. */
  demo: boolean;
  /** Runs in the same transaction and sees the result; if it throws, everything is rolled back. */
  finish?: (em: EntityManager) => Promise<void>;
}

/**
 * Fills an empty database: reference data always, demo customers and orders on request. Existing rows stay as they
 * are, so that every start may call it.
 */
export async function seed(orm: MikroORM, options: SeedOptions): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // Instances that start at the same time take turns.
    await em.execute("select pg_advisory_xact_lock(7420002)");
    await seedReference(em);
    if (options.demo) await seedDemo(em);
    await options.finish?.(em);
  });
}

/** `seed` for a database that is not this process's own. */
export async function seedAt(url: string, options: SeedOptions): Promise<void> {
  const orm = new MikroORM(databaseConfig(url, { poolSize: 2 }));
  try {
    await seed(orm, options);
  } finally {
    await orm.close();
  }
}
