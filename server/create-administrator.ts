import { createInterface } from "node:readline/promises";
import { closeOrm, getOrm } from "#db/orm.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { administratorSchema, createAdministrator } from "#server/identity/create-administrator.server.ts";

/** `npm run admin:create`: asks for the first administrator of the shop on DATABASE_URL. */
if (!process.env.DATABASE_URL) {
  console.error("Set DATABASE_URL to the shop's database; the embedded one has demo sign-ins.");
  process.exit(1);
}

const terminal = createInterface({ input: process.stdin, output: process.stdout });
const answers = {
  name: await terminal.question("Name: "),
  email: await terminal.question("Email: "),
  username: await terminal.question("Username: "),
  password: await terminal.question("Password (12 characters or more, shown as you type): "),
};
terminal.close();

const parsed = administratorSchema.safeParse(answers);
try {
  if (!parsed.success)
    throw new ShopError("validation_failed", parsed.error.issues[0]?.message ?? "Not valid.");
  await createAdministrator({ em: getOrm().em.fork() }, parsed.data);
  console.log(`${parsed.data.name} can sign in at /admin/login.`);
} catch (error) {
  if (!(error instanceof ShopError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await closeOrm();
}
