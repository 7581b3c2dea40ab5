import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import { ShopError } from "#server/core/errors.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";

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
