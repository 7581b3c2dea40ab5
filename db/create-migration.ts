import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { MikroORM } from "@mikro-orm/postgresql";
import { discardEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate, migrationNames } from "./migrate.ts";
import { migrationsList } from "./migrations/index.ts";
import { databaseConfig } from "./mikro-orm.config.ts";

/**
 * `npm run migration:create`: writes a migration for the difference between the entities and the snapshot of the
 * last migration, and lists it in migrations/index.ts. Review what it wrote before committing. It asks a migrated
 * database what has run: a fresh one of its own, or the one that DATABASE_URL names.
 */
const folder = fileURLToPath(new URL("./migrations", import.meta.url));

const fileName = process.env.DATABASE_URL
  ? await createMigration(process.env.DATABASE_URL)
  : await onFreshDatabase(createMigration);

const names = migrationNames();
writeFileSync(
  `${folder}/index.ts`,
  `${names.map((name) => `import { ${name} } from "./${name}.ts";`).join("\n")}\n\nexport const migrationsList = [${names.join(", ")}];\n`,
);
console.log(fileName ? `Wrote ${fileName}` : "Nothing to migrate.");

async function createMigration(url: string): Promise<string> {
  const orm = new MikroORM(databaseConfig(url, { migrations: { list: migrationsList, folder } }));
  const created = await orm.migrator.create();
  await orm.close();
  return created.fileName;
}

async function onFreshDatabase(work: (url: string) => Promise<string>): Promise<string> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "oxbow-migration-"));
  // Lets the database's own user in when this runs as root.
  chmodSync(dataDir, 0o711);
  try {
    const { url } = await startEmbeddedPostgres({ dataDir, fast: true });
    await migrate(url);
    return await work(url);
  } finally {
    await discardEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
