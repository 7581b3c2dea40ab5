import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { removePasskey, renamePasskey } from "#server/identity/passkeys/own-passkeys.server.ts";
import { removePasskeySchema, renamePasskeySchema } from "#server/identity/passkeys/passkey.schema.ts";
import {
  beginTwoFactorSchema,
  codeSchema,
  passwordAndCodeSchema,
} from "#server/identity/two-factor/two-factor.schema.ts";
import {
  beginTwoFactor,
  cancelTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
} from "#server/identity/two-factor/two-factor.server.ts";
import { done, refused, type SettingsForm } from "./account-settings-responses.server.ts";

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
