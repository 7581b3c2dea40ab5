import { defineEntity, p } from "@mikro-orm/core";
import { accountTokenPurposes } from "#server/identity/verification/account-token-purpose.ts";
import { User } from "./user.ts";

/** A link that was mailed to a person: proof that they read mail at an address. Only the token's hash is stored. */
export const AccountTokenSchema = defineEntity({
  name: "AccountToken",
  tableName: "account_token",
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index("account_token_user_index"),
    purpose: p.enum(accountTokenPurposes),
    tokenHash: p.string().length(64).unique("account_token_hash_unique").hidden(),
    /** The address the mail went to; the token is worth nothing for any other. */
    email: p.string().length(254),
    expiresAt: p.datetime().index("account_token_expires_index"),
    usedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class AccountToken extends AccountTokenSchema.class {}
AccountTokenSchema.setClass(AccountToken);
