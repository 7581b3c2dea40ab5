import { z } from "zod";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { findUserBy } from "./find-user-by.server.ts";
import { hashPassword } from "./hash-password.server.ts";

/** Resolution B29: staff passwords under 12 characters are only warned about elsewhere; here they are refused. */
const LEAST_PASSWORD_LENGTH = 12;

export const administratorSchema = z.object({
  name: z.string().trim().min(2, "Name must be at least 2 characters").max(200),
  email: z.email("Valid email is required").max(254),
  username: z.string().trim().min(3, "Username must be at least 3 characters").max(100),
  password: z
    .string()
    .min(LEAST_PASSWORD_LENGTH, `Password must be at least ${LEAST_PASSWORD_LENGTH} characters`)
    .max(1000),
});

/**
 * Makes an administrator from the command line: the way into a new shop.
 * @throws ShopError `conflict` when the email or username is taken
 */
export async function createAdministrator(
  context: Pick<Context, "em">,
  { password, ...person }: z.output<typeof administratorSchema>,
): Promise<void> {
  const em = context.em.fork();
  const taken =
    (await findUserBy(em, "email", person.email)) ?? (await findUserBy(em, "username", person.username));
  if (taken) throw new ShopError("conflict", "An account with this email or username exists already.");
  em.create(User, {
    ...person,
    passwordHash: await hashPassword(password),
    role: "administrator",
    isVerified: true,
    hasResearchAccess: true,
  });
  await em.flush();
}
