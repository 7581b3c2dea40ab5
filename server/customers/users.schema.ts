import { z } from "zod";
import {
  newPassword,
  ownDetails,
  reauthentication,
  submittedDetails,
} from "#server/accounts/account.schema.ts";
import { acquisitionSources, customerSegments } from "#server/accounts/user-view.ts";
import { tradeListCode } from "#server/catalogue/price-commands.ts";
import { chosenRows, describeCommand, describeWith, messageForMany } from "#server/commands/command.ts";
import { emailAddress, optionalText, requiredText, rowId } from "#server/core/fields.ts";
import { roles } from "#server/core/roles.ts";
import { type ShownFields, shownFields } from "#server/core/touched-fields.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { amountOfMoney } from "#server/pricing/typed-money.ts";
import type { StaffUserView } from "./list-users.server.ts";

/** Pence: £9,999,999.99. */
const GREATEST_LIFETIME_VALUE = 999_999_999;

const fullName = requiredText(200, "Name is required");
const email = emailAddress("Valid email is required");
const username = requiredText(100, "Username must be at least 3 characters", undefined, 3);
const role = z.enum(roles, "Choose a role");

/** The form that makes a user. */
export const userCreateSchema = z.object({
  name: fullName,
  email,
  username,
  password: newPassword("Password must be at least 6 characters"),
  role,
  /** The proof by an editor who makes somebody staff. */
  ...reauthentication,
});

/** Money as a number or decimal text, parsed to whole pence or cents. */
const lifetimeValue = amountOfMoney("Enter an amount of money, such as 120.50", {
  least: 0,
  most: GREATEST_LIFETIME_VALUE,
});

const { showOnLeaderboard: _own, ...contactDetails } = ownDetails;

const details = {
  ...contactDetails,
  customerSegment: z.enum(customerSegments, "Choose a segment").nullable(),
  leadScore: z
    .int("Must be a whole number")
    .min(0, "Must not be below 0")
    .max(100, "Must be at most 100")
    .nullable(),
  acquisitionSource: z.enum(acquisitionSources, "Choose a source").nullable(),
  /** The code of the list whose prices they pay; null is everybody's prices. */
  tradeList: tradeListCode.nullable(),
  tags: optionalText(500),
  notes: optionalText(5000),
};

const standing = {
  name: fullName,
  email,
  role,
  isVerified: z.boolean(),
  hasResearchAccess: z.boolean(),
  isActive: z.boolean(),
};

/** What staff may change about a user; missing fields stay. */
export const userChangesSchema = z
  .object({
    ...standing,
    username,
    ...details,
    /** Alias of `postcode`, which wins when both are given. */
    postalCode: optionalText(20),
    /**
     * In pounds, parsed to pence. Adjusts the opening balance, because the sum of paid orders is fixed
     * (docs/rules.md#accounts-12).
     */
    totalLifetimeValue: lifetimeValue,
    /** The proof by an editor who makes somebody staff, or moves an account to another address. */
    ...reauthentication,
  })
  .partial();

export type UserChanges = z.output<typeof userChangesSchema>;

/** What REST accepts: the same, with the required fields. */
export const userEditSchema = userChangesSchema.extend(standing);

/** The edit dialog, which shows every field: empty texts clear, unticked boxes mean no. */
export const userEditFormSchema = z.object({
  name: fullName,
  email,
  username,
  role,
  isVerified: z.boolean().default(false),
  hasResearchAccess: z.boolean().default(false),
  isActive: z.boolean().default(false),
  ...submittedDetails,
  customerSegment: details.customerSegment.default(null),
  leadScore: details.leadScore.default(null),
  totalLifetimeValue: lifetimeValue,
  acquisitionSource: details.acquisitionSource.default(null),
  tradeList: details.tradeList.default(null),
  tags: details.tags.default(""),
  notes: details.notes.default(""),
});

export type UserEditForm = z.output<typeof userEditFormSchema>;

/** The dialog with the proof that some changes need. */
export const provenUserEditFormSchema = userEditFormSchema.extend(reauthentication);

/** What the dialog begins with for a user as saved: money in pounds. */
export function shownUser(user: StaffUserView): ShownFields {
  const names = Object.keys(userEditFormSchema.shape) as (keyof UserEditForm)[];
  const values = Object.fromEntries(names.map((name) => [name, user[name]]));
  return shownFields({ ...values, totalLifetimeValue: penceToDecimal(user.totalLifetimeValue) });
}

export interface UserEdit {
  id: number;
  /** The version that the changes are based on; leave it out to overwrite whatever others did. */
  version?: number | undefined;
  changes: UserChanges;
}

const oneUser = z.object({ id: rowId }).transform(({ id }) => id);

const chosenUsers = z.object({ user: chosenRows("users") });

const editing = describeWith("users.edit");

/** What staff do with users; deleting one is `deleteUser` of the accounts. */
export const userCommands = {
  create: describeCommand({
    name: "users.create",
    permission: "users.create",
    input: userCreateSchema,
    done: "User created successfully",
  }),
  edit: editing(
    "users.edit",
    z
      .object({ id: rowId, version: z.number().int(), changes: userChangesSchema.strict() })
      .transform((edit): UserEdit => edit),
    "User updated successfully",
  ),
  setStatus: editing(
    "users.setStatus",
    z.object({ id: rowId, isActive: z.boolean() }),
    ({ isActive }: { isActive: boolean }) => ({
      title: isActive ? "User activated" : "User suspended",
    }),
  ),
  suspendMany: editing("users.suspendMany", chosenUsers, ({ did }: { did: readonly string[] }) =>
    messageForMany(did, "user", "suspended"),
  ),
  activateMany: editing("users.activateMany", chosenUsers, ({ did }: { did: readonly string[] }) =>
    messageForMany(did, "user", "activated"),
  ),
  verify: editing("users.verify", oneUser, "User verified successfully"),
  sendPasswordReset: editing("users.sendPasswordReset", oneUser, ({ recipient }: { recipient: string }) => ({
    title: "Password reset email sent",
    description: `To ${recipient}`,
  })),
  endStaffTwoFactor: describeCommand({
    name: "users.endStaffTwoFactor",
    permission: "settings.edit",
    input: z.object(reauthentication),
    done: "Staff may sign in without a second factor",
  }),
  resetTwoFactor: editing("users.resetTwoFactor", oneUser, "Two-factor sign-in is off"),
};
