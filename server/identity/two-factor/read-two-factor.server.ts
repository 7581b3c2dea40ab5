import { generateURI } from "otplib";
import { encode } from "uqr";
import { RecoveryCode, TwoFactor } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { signingSecret } from "#server/core/secret.server.ts";
import { requireUser } from "../require-user.server.ts";
import { openSecret } from "./two-factor-secret.server.ts";
import type { TwoFactorView } from "./two-factor-view.ts";

/** How long a set-up waits for its first code, in milliseconds: its key is shown to whoever uses this session. */
const SET_UP_MS = 30 * 60 * 1000;

/** The condition for a set-up that is under way. */
export function begunSince(now: Date) {
  return { confirmedAt: null, createdAt: { $gt: new Date(now.getTime() - SET_UP_MS) } };
}

/**
 * How the signed-in person's two-factor sign-in stands.
 * @throws ShopError `unauthenticated`
 */
export async function readTwoFactor(context: Context): Promise<TwoFactorView> {
  const { id, email } = requireUser(context);
  const em = context.em.fork();
  const [on, begun] = [
    await em.findOne(TwoFactor, { user: id, confirmedAt: { $ne: null } }),
    await em.findOne(TwoFactor, { user: id, ...begunSince(context.clock.now()) }),
  ];
  if (on?.confirmedAt) {
    const codesLeft = await em.count(RecoveryCode, { user: id, usedAt: null });
    return { state: "on", since: on.confirmedAt.toISOString(), codesLeft };
  }
  const secret = begun && openSecret(await signingSecret(em), id, begun.secret);
  if (!secret) return { state: "off" };
  const address = generateURI({ issuer: context.settings.storeName, label: email, secret });
  return {
    state: "begun",
    secret: secret.replaceAll(/(.{4})(?=.)/g, "$1 "),
    address,
    picture: drawn(address),
  };
}

/** The QR code as one SVG path of unit squares, dark on light, with the quiet zone that readers need. */
function drawn(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
