import { z } from "zod";
import { emailAddress, withPlainDomain } from "#server/core/email-address.ts";

/** Longer input is refused before it costs a hash. */
const MAX_PASSWORD_LENGTH = 1000;

const password = z.string("Password is required").min(1, "Password is required").max(MAX_PASSWORD_LENGTH);

/** The customers' sign-in. `username` may also be the email address. */
export const customerSignInSchema = z.object({
  username: z
    .string("Username is required")
    .trim()
    .normalize("NFC")
    .overwrite(withPlainDomain)
    .min(1, "Username is required")
    .max(254)
    .meta({ description: "The username or the email address." }),
  password,
});

/** The staff's sign-in. */
export const staffSignInSchema = z.object({
  email: emailAddress("Please enter a valid email address"),
  password,
});
