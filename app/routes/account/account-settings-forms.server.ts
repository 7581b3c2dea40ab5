import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { cartCookieHeader, cartIdFrom } from "#server/cart/read-cart.server.ts";
import { withChosenCountries } from "#server/checkout/checkout-form.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { schemaOf, shownFields, touchedFields } from "#server/core/touched-fields.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import {
  beginTwoFactorSchema,
  changePasswordSchema,
  codeSchema,
  eraseAccountSchema,
  passwordAndCodeSchema,
  profileFormSchema,
} from "#server/identity/account/account.schema.ts";
import { eraseOwnAccount } from "#server/identity/account/erase-account.server.ts";
import { readOwnProfile, updateProfile } from "#server/identity/account/own-profile.server.ts";
import { requireUser } from "#server/identity/account/user-views.server.ts";
import { removePasskey, renamePasskey } from "#server/identity/passkeys/own-passkeys.server.ts";
import { removePasskeySchema, renamePasskeySchema } from "#server/identity/passkeys/passkey.schema.ts";
import { changePassword } from "#server/identity/passwords/set-password.server.ts";
import { endOtherSession, endOtherSessions, signOut } from "#server/identity/sessions/sessions.server.ts";
import {
  beginTwoFactor,
  cancelTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
} from "#server/identity/two-factor/two-factor.server.ts";
import { buyAgain } from "#server/orders/own-orders.server.ts";
import type { PageRequest } from "#server/process/page.server.ts";

export const twoFactorIntents = [
  "two-factor-begin",
  "two-factor-cancel",
  "two-factor-confirm",
  "two-factor-codes",
  "two-factor-off",
] as const;

/** Handles the forms of the two-factor card. */
export async function handleTwoFactorForm(
  context: Context,
  intent: (typeof twoFactorIntents)[number],
  form: FormData,
) {
  switch (intent) {
    case "two-factor-begin":
      return handleForm(
        "two-factor-begin",
        parseForm(form, { schema: beginTwoFactorSchema }),
        async (input) => {
          await beginTwoFactor(context, input);
          return done("security", { title: "Now add the key to your app" });
        },
      );
    case "two-factor-cancel":
      await cancelTwoFactor(context);
      return done("security", { title: "Set-up cancelled" });
    case "two-factor-confirm":
      return handleForm("two-factor-confirm", parseForm(form, { schema: codeSchema }), async (input) =>
        shownOnce("two-factor-confirm", await confirmTwoFactor(context, input)),
      );
    case "two-factor-codes":
      return handleForm(
        "two-factor-codes",
        parseForm(form, { schema: passwordAndCodeSchema }),
        async (input) => shownOnce("two-factor-codes", await renewRecoveryCodes(context, input)),
      );
    case "two-factor-off":
      return handleForm(
        "two-factor-off",
        parseForm(form, { schema: passwordAndCodeSchema }),
        async (input) => {
          await endTwoFactor(context, input);
          return done("security", { title: "Two-factor sign-in is off" });
        },
      );
  }
}

export const passkeyIntents = ["passkey-rename", "passkey-remove"] as const;

/** Handles the forms of each passkey. */
export async function handlePasskeyForm(
  context: Context,
  intent: (typeof passkeyIntents)[number],
  form: FormData,
) {
  if (intent === "passkey-rename") {
    return handleForm(intent, parseForm(form, { schema: renamePasskeySchema }), async (input) => {
      await renamePasskey(context, input);
      return done("security", { title: "Passkey renamed" });
    });
  }
  const submission = parseForm(form, { schema: removePasskeySchema });
  return handleForm("passkey-remove", submission, async (input) => {
    await removePasskey(context, input);
    return done("security", { title: "Passkey removed" });
  });
}

/** The part of a parsed form that a reply needs. */
interface Parsed<Input> {
  status?: "success" | "error" | undefined;
  value?: Input;
  reply(options?: { hideFields?: string[]; fieldErrors?: Record<string, string[]> }): SubmissionResult;
}

const titles: Partial<Record<SettingsForm, string>> = {
  "passkey-rename": "The passkey was not renamed",
  "passkey-remove": "The passkey was not removed",
};

/** A refused form comes back without passwords and codes. */
const hideFields = ["password", "code"];

async function handleForm<Input, Result>(
  name: SettingsForm,
  submission: Parsed<Input>,
  work: (input: Input) => Promise<Result>,
) {
  if (submission.status !== "success" || submission.value === undefined) {
    return refused(name, submission.reply({ hideFields }), null);
  }
  try {
    return await work(submission.value);
  } catch (error) {
    const fieldErrors = error instanceof ShopError && error.fields ? error.fields : {};
    const title = titles[name] ?? "Two-factor sign-in was not changed";
    return refused(name, submission.reply({ hideFields, fieldErrors }), { title, error });
  }
}

/** In the response itself and not after a redirect, so that the codes are stored nowhere on the way. */
function shownOnce(form: SettingsForm, recoveryCodes: string[]) {
  return data({ form, result: undefined, refusal: null, recoveryCodes });
}

/** The forms that are shown again with field errors. */
export type SettingsForm =
  | "profile"
  | "password"
  | "erase"
  | "two-factor-begin"
  | "two-factor-confirm"
  | "two-factor-codes"
  | "two-factor-off"
  | "passkey-rename"
  | "passkey-remove";

export async function done(tab: "profile" | "security", notice: { title: string; description?: string }) {
  const headers = { "Set-Cookie": await noticeHeader({ kind: "success", ...notice }) };
  return redirect(`/account/settings?tab=${tab}`, { status: 303, headers });
}

/** Shows the form again with what was typed. Errors other than refusals become the error page. */
export function refused(
  form: SettingsForm,
  result: SubmissionResult,
  reason: { title: string; error: unknown } | null,
) {
  if (!reason) return data({ form, result, refusal: null, recoveryCodes: null }, 400);
  const { title, error } = reason;
  if (!(error instanceof ShopError) || error.code === "unauthenticated") throw error;
  const status = error.code === "validation_failed" ? 400 : error.status;
  const refusal = { title, message: error.message };
  return data({ form, result, refusal, recoveryCodes: null }, status);
}

const intents = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["profile", "password", "erase", "end-others", ...passkeyIntents, ...twoFactorIntents]),
  }),
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
