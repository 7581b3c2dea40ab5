import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  type OwnProof,
  requirePasswordAndCode,
} from "#server/identity/two-factor/require-password-and-code.server.ts";

/** What whoever gives power to an account shows anew. */
export interface EditorProof {
  currentPassword?: string | undefined;
  code?: string | undefined;
}

/**
 * Asks a person who makes somebody staff, or moves an account to another address, for their own password, and for a code
 * where there is one: an unlocked browser must not be enough for an account of its finder's. A script has none to show,
 * and what it gave would outlast its key.
 * @throws ShopError `validation_failed` naming the form's field, `forbidden` for a script, `rate_limited`
 */
export async function requireProofOfEditor(context: Context, given: EditorProof): Promise<void> {
  if (context.actor.kind === "api-key") {
    throw new ShopError("forbidden", "An API key may not give an account to another address.");
  }
  if (context.actor.kind !== "user") return;
  const proof: OwnProof = { password: given.currentPassword, code: given.code };
  await requirePasswordAndCode(context, context.actor, proof, "currentPassword");
}
