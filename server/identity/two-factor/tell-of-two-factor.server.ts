import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import type { TwoFactorChange } from "#server/email/templates/two-factor-changed.tsx";

/** Mails a person what became of their two-factor sign-in. Runs in the caller's transaction. */
export async function tellOfTwoFactor(
  context: Context,
  em: EntityManager,
  user: User,
  change: TwoFactorChange,
): Promise<void> {
  await queueEmail(em, {
    key: `two-factor:${change.kind}:${user.id}:${context.clock.now().getTime()}`,
    template: "two-factor-changed",
    recipient: user.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: user.name,
      change,
      resetLink: `${context.publicUrl}/forgot-password`,
    },
  });
}
