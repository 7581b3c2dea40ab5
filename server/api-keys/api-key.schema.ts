import { z } from "zod";
import { codeIfAsked } from "#server/accounts/account.schema.ts";
import { describeWith } from "#server/commands/command.ts";
import { requiredText, rowIdFromText } from "#server/core/fields.ts";
import { type Capability, capabilities } from "#server/core/roles.ts";

/** What takes a person, which a key is not. */
const ofPersons: readonly Capability[] = ["orders.viewOwn", "profile.edit", "dashboard.view"];

/** What an administrator may choose from. */
export const grantablePermissions = capabilities.filter((capability) => !ofPersons.includes(capability));

/** How long a key may last, in days: never for ever, since a forgotten key is nobody's. */
export const apiKeyLifetimes = [30, 90, 365] as const;

const newApiKeySchema = z.object({
  name: requiredText(100, "Name is required", "Name must be at most 100 characters"),
  permissions: z
    .array(z.enum(grantablePermissions), "Choose at least one permission")
    .min(1, "Choose at least one permission")
    .max(grantablePermissions.length)
    .transform((chosen) => grantablePermissions.filter((permission) => chosen.includes(permission))),
  days: z.coerce
    .number("Choose when it expires")
    .refine((days) => apiKeyLifetimes.some((each) => each === days), "Choose when it expires"),
  /** The maker's own: a key outlasts the browser that somebody left open. */
  password: z
    .string("Enter your current password")
    .min(1, "Enter your current password")
    .max(1000, "Password is too long"),
  code: codeIfAsked,
});

const managing = describeWith("apiKeys.manage");

/** What is done about API keys; what makes one asks for a password. */
export const apiKeyCommands = {
  create: managing("apiKeys.create", newApiKeySchema, ({ name }: MadeKey) => ({
    title: "API key made",
    description: name,
  })),
  revoke: managing("apiKeys.revoke", z.object({ id: rowIdFromText }), "API key revoked"),
};

/** A key that was just made: this once with what opens it (in no address, cookie or log). */
export interface MadeKey {
  id: number;
  name: string;
  token: string;
}
