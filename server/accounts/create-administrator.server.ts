import { z } from "zod";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { emailAddress, requiredText } from "#server/core/fields.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import { hashPassword, STAFF_PASSWORD_LENGTH, staffPasswordError } from "./password.server.ts";
import { findUserBy } from "./user-views.server.ts";

export const administratorSchema = z.object({
  name: requiredText(200, "Name is required"),
  email: emailAddress("Valid email is required"),
  username: requiredText(100, "Username must be at least 3 characters", undefined, 3),
  password: z
    .string()
    .min(STAFF_PASSWORD_LENGTH, `Password must be at least ${STAFF_PASSWORD_LENGTH} characters`)
    .max(1000),
});

/**
 * Creates an administrator from the command line, the way into a new shop. @throws ShopError `conflict` when the email
 * or username is taken, `validation_failed` for a password that is easy to guess
 */
export async function createAdministrator(
  context: Pick<Context, "em">,
  { password, ...person }: z.output<typeof administratorSchema>,
): Promise<void> {
  const em = context.em.fork();
  const { storeName } = await readSettings(em);
  const error = await staffPasswordError(password, person, storeName);
  if (error) throw new ShopError("validation_failed", error);
  const existing =
    (await findUserBy(em, "email", person.email)) ?? (await findUserBy(em, "username", person.username));
  if (existing) throw new ShopError("conflict", "An account with this email or username exists already.");
  em.create(User, {
    ...person,
    passwordHash: await hashPassword(password),
    role: "administrator",
    isVerified: true,
    emailProvenAt: new Date(),
    hasResearchAccess: true,
  });
  await em.flush();
}
