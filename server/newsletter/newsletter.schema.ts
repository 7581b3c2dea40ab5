import { z } from "zod";
import { emailAddress } from "#server/core/fields.ts";

const email = emailAddress("Please enter a valid email address");

/** Required, an email address. */
export const subscribeSchema = z.object({ email });

/** Any code that is not empty may be tried. */
export const verifyCodeSchema = z.object({
  email,
  code: z
    .string("Please enter the code")
    .trim()
    .min(1, "Please enter the code")
    .max(50, "Invalid verification code. Please try again."),
});
