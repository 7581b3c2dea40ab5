import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import {
  emailAddress,
  optionalText,
  requiredText,
  rowId,
  transformedText,
  trimmedText,
  visibleText,
  withPlainDomain,
} from "#server/core/fields.ts";
import { contactMethods, customerTypes } from "./user-view.ts";

/** Longer input is refused before it costs a hash. */
const MAX_PASSWORD_LENGTH = 1000;
/** More than digits of an app or a recovery code with blanks between them. */
const LONGER_THAN_CODES = "This is longer than any code";
const CODE_MISSING = "Enter the code of your authenticator app";
/** For customers. It is short, so rate limits and argon2id protect it (docs/rules.md#accounts-1). */
const MIN_PASSWORD_LENGTH = 6;

const boundedPassword = z.string().max(MAX_PASSWORD_LENGTH);

const PASSWORDS_DIFFER = "Passwords don't match";

export const newPassword = (message: string) =>
  z.string(message).min(MIN_PASSWORD_LENGTH, message).max(MAX_PASSWORD_LENGTH, "Password is too long");

/**
 * Checks that the confirmation equals the password, also while other fields are wrong, so that a person sees all
 * errors at once. zod checks whole-form rules only once every field is valid. What is too long is not compared.
 */
const passwordsMatch = (field: "password" | "newPassword") => ({
  check: (form: Record<string, unknown>) => sameLetters(form[field]) === sameLetters(form.confirmPassword),
  rule: {
    path: ["confirmPassword"],
    message: PASSWORDS_DIFFER,
    when: ({ value }: { value: unknown }) =>
      z.object({ [field]: boundedPassword, confirmPassword: boundedPassword.min(1) }).safeParse(value)
        .success,
  },
});
const sameLetters = (typed: unknown) => (typeof typed === "string" ? typed.normalize("NFKC") : typed);
const passwordMatches = passwordsMatch("password");
const newPasswordMatches = passwordsMatch("newPassword");

/** A name is one line, and not an address that a mail program would turn into a link. */
const personName = requiredText(200, "Name is required")
  .refine((name) => !/\p{Cc}/u.test(name), "Please write the name on one line")
  .refine((name) => !/:\/\/|\bwww\./i.test(name), "Please write a name without web addresses");

/** What REST accepts: the form without its confirmation. */
export const registrationSchema = z.object({
  name: personName,
  email: emailAddress("Please enter a valid email address"),
  username: requiredText(100, "Username must be at least 3 characters", undefined, 3),
  password: newPassword("Password must be at least 6 characters"),
  /** Consent to marketing mail: never preselected, never a condition (docs/rules.md#accounts-13). */
  emailOptIn: z.boolean().default(false),
});

export type Registration = z.output<typeof registrationSchema>;

export const registrationFormSchema = registrationSchema
  .extend({ confirmPassword: z.string(PASSWORDS_DIFFER).max(MAX_PASSWORD_LENGTH) })
  .refine(passwordMatches.check, passwordMatches.rule);

export const forgotPasswordSchema = z.object({ email: emailAddress("Please enter a valid email address") });

/** The link's two parts. Unreadable ones get the same response as an expired link. */
export const verificationSchema = z.object({
  email: trimmedText(254).default(""),
  token: trimmedText(200).default(""),
});

export const resetPasswordSchema = z.object({
  token: trimmedText(200).default(""),
  newPassword: newPassword("Password must be at least 6 characters long"),
});

export const resetPasswordFormSchema = resetPasswordSchema
  .extend({ confirmPassword: z.string(PASSWORDS_DIFFER).max(MAX_PASSWORD_LENGTH) })
  .refine(newPasswordMatches.check, newPasswordMatches.rule);

const CONFIRMATION_MISSING = "Please confirm your password";

/** "I did not register this": the new password chosen by the reader of the mail. The link is in the page's address. */
export const takeOverFormSchema = z
  .object({
    newPassword: newPassword("Password must be at least 6 characters long"),
    confirmPassword: z.string(PASSWORDS_DIFFER).max(MAX_PASSWORD_LENGTH),
  })
  .refine(newPasswordMatches.check, newPasswordMatches.rule);

/** A code of the authenticator app, or a recovery code; read only where two-factor sign-in is on. */
export const codeIfAsked = trimmedText(40, LONGER_THAN_CODES).optional();

/** What a person proves again before anything that somebody with a borrowed device must not do. */
export const reauthentication = {
  currentPassword: z
    .string()
    .max(MAX_PASSWORD_LENGTH, "Password is too long")
    .optional()
    .meta({ description: "Needed for a new email, and to give somebody a role of staff." }),
  code: codeIfAsked.meta({
    description:
      "Of the authenticator app, or a recovery code: needed with it where two-factor sign-in is on.",
  }),
};

export const changePasswordSchema = z
  .object({
    currentPassword: z
      .string("Current password is required")
      .min(1, "Current password is required")
      .max(MAX_PASSWORD_LENGTH, "Password is too long"),
    newPassword: newPassword("Password must be at least 6 characters"),
    confirmPassword: z.string(CONFIRMATION_MISSING).min(1, CONFIRMATION_MISSING).max(MAX_PASSWORD_LENGTH),
    code: codeIfAsked.meta({
      description: "Of the authenticator app, or a recovery code: needed where two-factor sign-in is on.",
    }),
  })
  .refine(newPasswordMatches.check, newPasswordMatches.rule);

/** What people may change about themselves: not role, verification, access or staff's fields. */
export const ownDetails = {
  phone: optionalText(50),
  address: optionalText(500),
  city: optionalText(100),
  postcode: optionalText(20),
  country: optionalText(100),
  companyName: optionalText(200),
  customerType: z.enum(customerTypes),
  industry: optionalText(200),
  /** Hectares. */
  landSize: z.number().min(0, "Must not be below 0").max(9_999_999, "Must be at most 9,999,999").nullable(),
  cropTypes: optionalText(500),
  biocharApplications: optionalText(500),
  emailOptIn: z.boolean(),
  smsOptIn: z.boolean(),
  preferredContactMethod: z.enum(contactMethods).nullable(),
  sustainabilityGoals: optionalText(2000),
  /** Percent. */
  carbomReductionTarget: z.number().min(0, "Must not be below 0").max(100, "Must be at most 100").nullable(),
  /** False takes the person off the community's leaderboard (docs/rules.md#community-3). */
  showOnLeaderboard: z.boolean(),
};

/** Their names. */
export const detailNames = Object.keys(ownDetails) as (keyof typeof ownDetails)[];

/** Any of the fields; what is not named stays. A form's other fields are left out, REST refuses them (docs/rules.md#rest-8). */
export const profileChangesSchema = z
  .object({
    name: personName,
    email: emailAddress("Invalid email address"),
    ...ownDetails,
    /** Alias of `postcode`, which wins when both are given (docs/rules.md#accounts-11). */
    postalCode: optionalText(20),
    ...reauthentication,
  })
  .partial();

export type ProfileChanges = z.output<typeof profileChangesSchema>;

/** A form submits every field it shows: empty texts clear, unticked boxes mean no. */
const shownDetails = {
  phone: ownDetails.phone.default(""),
  address: ownDetails.address.default(""),
  city: ownDetails.city.default(""),
  postcode: ownDetails.postcode.default(""),
  country: ownDetails.country.default(""),
  companyName: ownDetails.companyName.default(""),
};

/** The same of all details that are not about the community alone. */
export const submittedDetails = {
  ...shownDetails,
  customerType: ownDetails.customerType.default("individual"),
  industry: ownDetails.industry.default(""),
  landSize: ownDetails.landSize.default(null),
  cropTypes: ownDetails.cropTypes.default(""),
  biocharApplications: ownDetails.biocharApplications.default(""),
  preferredContactMethod: ownDetails.preferredContactMethod.default(null),
  sustainabilityGoals: ownDetails.sustainabilityGoals.default(""),
  carbomReductionTarget: ownDetails.carbomReductionTarget.default(null),
  emailOptIn: z.boolean().default(false),
  smsOptIn: z.boolean().default(false),
};

/** The Profile tab of the account settings. */
export const profileFormSchema = z.object({
  name: personName,
  email: emailAddress("Invalid email address"),
  ...submittedDetails,
  showOnLeaderboard: z.boolean().default(false),
  ...reauthentication,
});

export type ProfileForm = z.output<typeof profileFormSchema>;

/** The Profile Settings tab of the customer dashboard. */
export const dashboardProfileFormSchema = z.object({
  name: personName,
  email: emailAddress("Valid email is required"),
  ...shownDetails,
  ...reauthentication,
});

export const eraseAccountSchema = z.object({
  password: z.string("Password is required").min(1, "Password is required").max(MAX_PASSWORD_LENGTH),
  code: codeIfAsked,
});

/** What staff do with somebody else's account. */
export const deleteUser = describeCommand({
  name: "users.delete",
  permission: "users.delete",
  input: z.object({ id: rowId }).transform(({ id }) => id),
  done: "User deleted successfully",
});

const password = z.string("Password is required").min(1, "Password is required").max(MAX_PASSWORD_LENGTH);

/** The customers' sign-in. `username` may also be the email address. */
export const customerSignInSchema = z.object({
  username: transformedText(
    254,
    (typed) => withPlainDomain(visibleText(typed)),
    undefined,
    "Username is required",
  )
    .min(1, "Username is required")
    .meta({ description: "The username or the email address." }),
  password,
});

/** The staff's sign-in. */
export const staffSignInSchema = z.object({
  email: emailAddress("Please enter a valid email address"),
  password,
});

const passwordAgain = z
  .string("Password is required")
  .min(1, "Password is required")
  .max(MAX_PASSWORD_LENGTH, "Password is too long");

/** Six digits of the app, or a recovery code, with the blanks and dashes that people type. */
const secondFactorCode = trimmedText(40, LONGER_THAN_CODES, CODE_MISSING).min(1, CODE_MISSING);

/** For a sign-in over REST, where the account needs it. */
export const signInCode = secondFactorCode.optional().meta({
  description:
    "Of the authenticator app, or a recovery code: needed where two-factor sign-in is on (`two_factor_required`).",
});

export const beginTwoFactorSchema = z.object({ password: passwordAgain });
export const codeSchema = z.object({ code: secondFactorCode });
export const passwordAndCodeSchema = z.object({ password: passwordAgain, code: secondFactorCode });

/** A person's two-factor sign-in as their settings show it. */
export type TwoFactorView =
  | { state: "off" }
  | {
      state: "begun";
      /** In groups of four, for typing. */
      secret: string;
      /** otpauth:// address, which opens an app on the same device. */
      address: string;
      /** The same as a QR code: its side in modules, and an SVG path of unit squares. */
      picture: { size: number; path: string };
    }
  | {
      state: "on";
      /** ISO date and time. */
      since: string;
      codesLeft: number;
    };
