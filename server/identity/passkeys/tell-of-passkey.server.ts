import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import type { PasskeyChange } from "#server/email/templates/passkey-changed.tsx";

/** Mails a person what became of their passkeys. Runs in the caller's transaction. */
export async function tellOfPasskey(
  context: Context,
  em: EntityManager,
  user: User,
  change: PasskeyChange,
): Promise<void> {
  await queueEmail(em, {
    key: `passkey:${change.kind}:${user.id}:${context.clock.now().getTime()}`,
    template: "passkey-changed",
    recipient: user.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: user.name,
      change,
      resetLink: `${context.publicUrl}/forgot-password`,
    },
  });
}
