import { data } from "@remix-run/node";
import { z } from "zod";
import {
  beginTwoFactorSchema,
  changePasswordSchema,
  codeSchema,
  eraseAccountSchema,
  type ProfileChanges,
  passwordAndCodeSchema,
  profileFormSchema,
} from "#server/accounts/account.schema.ts";
import { eraseOwnAccount } from "#server/accounts/erase-account.server.ts";
import { removePasskey, renamePasskey } from "#server/accounts/own-passkeys.server.ts";
import { readOwnProfile, updateProfile } from "#server/accounts/own-profile.server.ts";
import { removePasskeySchema, renamePasskeySchema } from "#server/accounts/passkey.schema.ts";
import { endOtherSession, endOtherSessions, signOut } from "#server/accounts/sessions.server.ts";
import { changePassword } from "#server/accounts/set-password.server.ts";
import {
  beginTwoFactor,
  cancelTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
} from "#server/accounts/two-factor.server.ts";
import { requireUser } from "#server/accounts/user-views.server.ts";
import { cartCookieHeader, cartIdFrom } from "#server/cart/read-cart.server.ts";
import { withChosenCountries } from "#server/checkout/country-options.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { schemaOf, shownFields, touchedFields } from "#server/core/touched-fields.ts";
import { buyAgain } from "#server/orders/own-orders.server.ts";
import type { PageRequest } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";

/** The forms that are shown again with what is wrong in them. */
const checkedForms = [
  "profile",
  "password",
  "erase",
  "two-factor-begin",
  "two-factor-confirm",
  "two-factor-codes",
  "two-factor-off",
  "passkey-rename",
  "passkey-remove",
] as const;

export type SettingsForm = (typeof checkedForms)[number];

const intents = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum([...checkedForms, "two-factor-cancel", "end-others"]) }),
  z.object({ intent: z.literal("end-session"), sessionId: z.string().max(100) }),
  z.object({ intent: z.literal("buy-again"), orderId: z.coerce.number().int() }),
]);

/** Handles every form of the account settings, chosen by its `intent`. */
export async function handleSettingsForm({ context, request }: PageRequest) {
  // Before anything that was sent is read.
  requireUser(context);
  const form = await request.formData();
  const parsed = intents.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw new ShopError("bad_request", "This form is not known here.");
  switch (parsed.data.intent) {
    case "profile":
      return saveProfile(context, form, "/account/settings?tab=profile", (names) =>
        schemaOf(profileFormSchema, names),
      );
    case "password":
      return answer(form, "password", changePasswordSchema, async (input) => {
        await changePassword(context, input);
        return done({ title: "Password Changed", description: "Your other devices were signed out." });
      });
    case "erase":
      return answer(form, "erase", eraseAccountSchema, async (input) => {
        await eraseOwnAccount(context, input);
        return goOn("/", { title: "Your account was deleted" }, await signOut(context));
      });
    case "two-factor-begin":
      return answer(form, "two-factor-begin", beginTwoFactorSchema, async (input) => {
        await beginTwoFactor(context, input);
        return done({ title: "Now add the key to your app" });
      });
    case "two-factor-cancel":
      await cancelTwoFactor(context);
      return done({ title: "Set-up cancelled" });
    case "two-factor-confirm":
      return answer(form, "two-factor-confirm", codeSchema, async (input) =>
        shownOnce(await confirmTwoFactor(context, input)),
      );
    case "two-factor-codes":
      return answer(form, "two-factor-codes", passwordAndCodeSchema, async (input) =>
        shownOnce(await renewRecoveryCodes(context, input)),
      );
    case "two-factor-off":
      return answer(form, "two-factor-off", passwordAndCodeSchema, async (input) => {
        await endTwoFactor(context, input);
        return done({ title: "Two-factor sign-in is off" });
      });
    case "passkey-rename":
      return answer(form, "passkey-rename", renamePasskeySchema, async (input) => {
        await renamePasskey(context, input);
        return done({ title: "Passkey renamed" });
      });
    case "passkey-remove":
      return answer(form, "passkey-remove", removePasskeySchema, async (input) => {
        await removePasskey(context, input);
        return done({ title: "Passkey removed" });
      });
    case "end-session":
      await endOtherSession(context, parsed.data.sessionId);
      return done({ title: "Device signed out" });
    case "end-others":
      await endOtherSessions(context);
      return done({ title: "All other devices signed out" });
    case "buy-again":
      return fillCart(context, request, parsed.data.orderId);
  }
}

const titles: Partial<Record<SettingsForm, string>> = {
  password: "Password Change Failed",
  erase: "Your account was not deleted",
  "passkey-rename": "The passkey was not renamed",
  "passkey-remove": "The passkey was not removed",
};

function answer<Schema extends z.ZodType, Answer>(
  form: FormData,
  name: SettingsForm,
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Answer>,
) {
  const failed = titles[name] ?? "Two-factor sign-in was not changed";
  const hideFields = ["currentPassword", "newPassword", "confirmPassword", "password", "code"];
  return answerForm({ form, schema, hideFields, failed }, work);
}

/** In the response itself and not after a redirect, so that the codes are stored nowhere on the way. */
function shownOnce(recoveryCodes: string[]) {
  return data({ result: undefined, refusal: null, recoveryCodes });
}

function done(notice: { title: string; description?: string }) {
  return goOn("/account/settings?tab=security", notice);
}

/** The fields that a change of address needs are never prefilled. */
const noProof = { currentPassword: "", code: "" };

/** Saves what was touched of somebody's own profile, here and on their dashboard. */
export async function saveProfile(
  context: Context,
  sent: FormData,
  to: string,
  schemaFor: (names: readonly string[]) => z.ZodType<ProfileChanges>,
) {
  const form = withChosenCountries(sent);
  const touched = touchedFields(shownFields({ ...(await readOwnProfile(context)), ...noProof }), form);
  const asked = {
    form,
    schema: schemaFor(touched),
    failed: "Update Failed",
  };
  return answerForm({ ...asked, hideFields: Object.keys(noProof) }, async (input) => {
    const { pendingEmail } = await updateProfile(context, input);
    return goOn(to, {
      title: "Profile Updated",
      ...(pendingEmail && { description: `Please confirm ${pendingEmail} with the link we sent there.` }),
    });
  });
}

async function fillCart(context: Context, request: Request, orderId: number) {
  const { cartId, shortfalls } = await buyAgain(context, await cartIdFrom(context, request), orderId);
  const cookies = cartId ? [await cartCookieHeader(context, cartId)] : [];
  if (shortfalls.length === 0) return goOn("/cart", { title: "Added to your cart" }, cookies);
  const description = shortfalls.join(" ").slice(0, 500);
  return goOn("/cart", { kind: "error", title: "Not everything could be added", description }, cookies);
}
