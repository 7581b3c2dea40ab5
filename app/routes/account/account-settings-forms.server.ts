import { redirect } from "@remix-run/node";
import { z } from "zod";
import { cartCookieHeader, cartIdFrom } from "#server/cart/read-cart.server.ts";
import { withChosenCountries } from "#server/checkout/country-options.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { schemaOf, shownFields, touchedFields } from "#server/core/touched-fields.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import {
  changePasswordSchema,
  eraseAccountSchema,
  profileFormSchema,
} from "#server/identity/account/account.schema.ts";
import { eraseOwnAccount } from "#server/identity/account/erase-account.server.ts";
import { readOwnProfile, updateProfile } from "#server/identity/account/own-profile.server.ts";
import { changePassword } from "#server/identity/passwords/set-password.server.ts";
import { endOtherSession, endOtherSessions, signOut } from "#server/identity/sessions/sessions.server.ts";
import { buyAgain } from "#server/orders/own-orders.server.ts";
import type { PageRequest } from "#server/process/page.server.ts";
import { done, refused } from "./account-settings-responses.server.ts";
import {
  handlePasskeyForm,
  handleTwoFactorForm,
  passkeyIntents,
  twoFactorIntents,
} from "./two-factor-forms.server.ts";

const intents = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["profile", "password", "erase", "end-others", ...passkeyIntents, ...twoFactorIntents]),
  }),
  z.object({ intent: z.literal("end-session"), sessionId: z.string().max(100) }),
  z.object({ intent: z.literal("buy-again"), orderId: z.coerce.number().int() }),
]);

/** Handles every form of the account settings, chosen by its `intent`. */
export async function handleSettingsForm({ context, request }: PageRequest) {
  const form = await request.formData();
  const parsed = intents.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw new ShopError("bad_request", "This form is not known here.");
  switch (parsed.data.intent) {
    case "profile":
      return saveProfile(context, form);
    case "password":
      return savePassword(context, form);
    case "erase":
      return erase(context, form);
    case "two-factor-begin":
    case "two-factor-cancel":
    case "two-factor-confirm":
    case "two-factor-codes":
    case "two-factor-off":
      return handleTwoFactorForm(context, parsed.data.intent, form);
    case "passkey-rename":
    case "passkey-remove":
      return handlePasskeyForm(context, parsed.data.intent, form);
    case "end-session":
      await endOtherSession(context, parsed.data.sessionId);
      return done("security", { title: "Device signed out" });
    case "end-others":
      await endOtherSessions(context);
      return done("security", { title: "All other devices signed out" });
    case "buy-again":
      return fillCart(context, request, parsed.data.orderId);
  }
}

/** The fields that a change of address needs are never prefilled. */
const noProof = { currentPassword: "", code: "" };

async function saveProfile(context: Context, sent: FormData) {
  const form = withChosenCountries(sent);
  const touched = touchedFields(shownFields({ ...(await readOwnProfile(context)), ...noProof }), form);
  const submission = parseForm(form, { schema: schemaOf(profileFormSchema, touched) });
  const hideFields = Object.keys(noProof);
  if (submission.status !== "success") return refused("profile", submission.reply({ hideFields }), null);
  try {
    const { pendingEmail } = await updateProfile(context, submission.value);
    const description = pendingEmail
      ? `Please confirm ${pendingEmail} with the link we sent there.`
      : undefined;
    return await done("profile", { title: "Profile Updated", ...(description ? { description } : {}) });
  } catch (error) {
    const fieldErrors = error instanceof ShopError && error.fields ? error.fields : {};
    return refused("profile", submission.reply({ hideFields, fieldErrors }), {
      title: "Update Failed",
      error,
    });
  }
}

async function savePassword(context: Context, form: FormData) {
  const submission = parseForm(form, { schema: changePasswordSchema });
  const hideFields = ["currentPassword", "newPassword", "confirmPassword", "code"] as const;
  if (submission.status !== "success") {
    return refused("password", submission.reply({ hideFields: [...hideFields] }), null);
  }
  try {
    await changePassword(context, submission.value);
    return await done("security", {
      title: "Password Changed",
      description: "Your other devices were signed out.",
    });
  } catch (error) {
    const fieldErrors = error instanceof ShopError && error.fields ? error.fields : {};
    return refused("password", submission.reply({ hideFields: [...hideFields], fieldErrors }), {
      title: "Password Change Failed",
      error,
    });
  }
}

async function erase(context: Context, form: FormData) {
  const submission = parseForm(form, { schema: eraseAccountSchema });
  if (submission.status !== "success") {
    return refused("erase", submission.reply({ hideFields: ["password", "code"] }), null);
  }
  try {
    await eraseOwnAccount(context, submission.value);
  } catch (error) {
    const fieldErrors = error instanceof ShopError && error.fields ? error.fields : {};
    return refused("erase", submission.reply({ hideFields: ["password", "code"], fieldErrors }), {
      title: "Your account was not deleted",
      error,
    });
  }
  const notice = await noticeHeader({ kind: "success", title: "Your account was deleted" });
  const headers = new Headers({ "Set-Cookie": notice });
  for (const cookie of await signOut(context)) headers.append("Set-Cookie", cookie);
  return redirect("/", { status: 303, headers });
}

async function fillCart(context: Context, request: Request, orderId: number) {
  const { cartId, shortfalls } = await buyAgain(context, await cartIdFrom(context, request), orderId);
  const notice = await noticeHeader({
    kind: shortfalls.length > 0 ? "error" : "success",
    title: shortfalls.length > 0 ? "Not everything could be added" : "Added to your cart",
    ...(shortfalls.length > 0 ? { description: shortfalls.join(" ").slice(0, 500) } : {}),
  });
  const headers = new Headers({ "Set-Cookie": notice });
  if (cartId) headers.append("Set-Cookie", await cartCookieHeader(context, cartId));
  return redirect("/cart", { status: 303, headers });
}
