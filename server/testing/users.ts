import { User } from "#db/entities/index.ts";
import { seedDemo } from "#db/seed/demo.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeUser, testContext } from "./factories.ts";

/** The administrator's, asked for where they give somebody power. */
export const STAFF_PASSWORD = "staff password of tests";

/** A user, and an administrator whose context is `staff`. */
export async function userAndStaff(input: Parameters<typeof makeUser>[1] = {}) {
  const context = await testContext();
  const administrator = await makeUser(context, { role: "administrator", password: STAFF_PASSWORD });
  const user = await makeUser(context, input);
  return { context, administrator, staff: asUser(context, administrator), user };
}

/** A user as the database has them now, password hash included. */
export function storedUser(context: Context, id: number): Promise<User> {
  return context.em.fork().findOneOrFail(User, id, { populate: ["passwordHash"] });
}

let made = 0;

/** What the Add User dialog sends, each time of somebody else. */
export function newUser(changes: object = {}) {
  made += 1;
  return {
    name: "Nell New",
    email: `nell-${made}@new.example`,
    username: `nell-${made}`,
    password: "secret",
    role: "customer" as const,
    ...changes,
  };
}

/** Fills a database as the first start of a demo shop does; returns its administrator's context. */
export async function openDemoShop(context: Context): Promise<Context> {
  await context.em.transactional((em) => seedDemo(em));
  return asUser(context, await context.em.fork().findOneOrFail(User, { username: "admin" }));
}
