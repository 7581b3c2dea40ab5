import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#db/embedded-postgres.ts";
import { migrate } from "#db/migrate.ts";
import { seedAt } from "#db/seed/seed.ts";
import { asAdmin, TEMPLATE, withDatabase } from "./database.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "./throwaway-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    adminUrl: string;
    shopUrl: string;
  }
}

/**
 * Once per `vitest`: a PostgreSQL of its own with a migrated and seeded template, or the one that `TEST_POSTGRES` names.
 */
export default async function prepareDatabase({
  provide,
}: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  const running = process.env.TEST_POSTGRES;
  if (running) {
    const { adminUrl, shopUrl }: ProvidedContext = JSON.parse(running);
    provide("adminUrl", adminUrl);
    provide("shopUrl", shopUrl);
    return async () => undefined;
  }
  const folder = await makeThrowawayFolder();
  const server = await startEmbeddedPostgres({ dataDir: folder, fast: true });
  try {
    await asAdmin(server.adminUrl, `create database ${TEMPLATE} owner shop`);
    const template = withDatabase(server.url, TEMPLATE);
    await migrate(template);
    await seedAt(template, { demo: false });
  } catch (error) {
    await removeThrowawayFolder(folder);
    throw error;
  }
  provide("adminUrl", server.adminUrl);
  provide("shopUrl", server.url);
  return () => removeThrowawayFolder(folder);
}
