import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MikroORM } from "@mikro-orm/postgresql";
import { databaseConfig } from "./mikro-orm.config.ts";

/**
 * `npm run migration:create`: writes a migration for the difference between the entities and the snapshot of the
 * last migration, and lists it in migrations/index.ts. Review what it wrote before committing.
 */
const folder = fileURLToPath(new URL("./migrations", import.meta.url));
const url = process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_URL to a migrated database first.");

const orm = new MikroORM(databaseConfig(url, { migrationsFolder: folder }));
const { fileName } = await orm.migrator.create();
await orm.close();

const names = readdirSync(folder)
  .filter((file) => /^Migration\d+\.ts$/.test(file))
  .map((file) => file.replace(".ts", ""))
  .sort();
writeFileSync(
  `${folder}/index.ts`,
  `${names.map((name) => `import { ${name} } from "./${name}.ts";`).join("\n")}\n\nexport const migrationsList = [${names.join(", ")}];\n`,
);
console.log(fileName ? `Wrote ${fileName}` : "Nothing to migrate.");
