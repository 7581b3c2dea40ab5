import { createInterface } from "node:readline/promises";
import { getOrm } from "#db/orm.server.ts";
import { administratorSchema, createAdministrator } from "#server/accounts/create-administrator.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { openShop, runCommand } from "./command.server.ts";

/** `npm run admin:create`: asks for the first administrator of the shop. The shop may run or not. */
await runCommand({ says: "" }, async (closing) => {
  await openShop(closing);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const input = {
    name: await terminal.question("Name: "),
    email: await terminal.question("Email: "),
    username: await terminal.question("Username: "),
    password: await terminal.question("Password (12 characters or more, shown as you type): "),
  };
  terminal.close();
  const parsed = administratorSchema.safeParse(input);
  if (!parsed.success)
    throw new ShopError("validation_failed", parsed.error.issues[0]?.message ?? "Not valid.");
  await createAdministrator({ em: getOrm().em.fork() }, parsed.data);
  console.log(`${parsed.data.name} can sign in at /admin/login.`);
});
