import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { type RelyingParty, relyingPartyOf } from "./relying-party.ts";

/** @throws ShopError `conflict` where browsers allow no passkeys */
export function requireRelyingParty(
  { publicUrl }: Pick<Context, "publicUrl">,
  request: Request,
): RelyingParty {
  const party = relyingPartyOf(publicUrl, new URL(request.url));
  if (!party) throw new ShopError("conflict", "Passkeys do not work at this address of the shop.");
  return party;
}

/** What a device keeps of whose passkey it is: the account's number, nothing that names a person. */
export function userHandleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(userId));
}
