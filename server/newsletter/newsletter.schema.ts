import { z } from "zod";

const NOT_AN_ADDRESS = "Please enter a valid email address";

const email = z
  .string(NOT_AN_ADDRESS)
  .trim()
  .max(254, NOT_AN_ADDRESS)
  .meta({ format: "email" })
  .pipe(z.email(NOT_AN_ADDRESS));

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
