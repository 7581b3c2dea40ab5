import { data, redirect } from "@remix-run/node";
import { ShopError } from "#server/core/errors.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import {
  customerSignInSchema,
  takeOverFormSchema,
  verificationSchema,
} from "#server/identity/account/account.schema.ts";
import { signInRefusals } from "#server/identity/sessions/audience.ts";
import {
  declineEmailChange,
  deleteStrangersAccount,
  takeAccountOver,
} from "#server/identity/verification/verify-email.server.ts";
import type { PageRequest } from "#server/process/page.server.ts";
import { signInCustomer } from "./sign-in-customer.server.ts";

const AFTERWARDS = "/account";

/** Handles the forms of the page that a mailed link opens, chosen by their `intent`. */
export async function handleVerificationForm(page: PageRequest) {
  const form = await page.request.formData();
  const link = verificationSchema.parse(Object.fromEntries(page.url.searchParams));
  switch (form.get("intent")) {
    case "sign-in":
      return signInWithLink(page, form);
    case "take-over":
      return setPasswordOfOwner(page, link, form);
    case "delete":
      return once("The account was not deleted", () => deleteStrangersAccount(page.context, link), {
        title: "The account was deleted",
        description: "Nothing of it is left. You may open your own at any time.",
      });
    case "decline":
      return once("The change was not stopped", () => declineEmailChange(page.context, link), {
        title: "Thank you",
        description: "Your address will not be used for that account.",
      });
    default:
      throw new ShopError("bad_request", "This form is not known here.");
  }
}

/** Open the link again, now in the account's session. */
async function signInWithLink({ context, request, url }: PageRequest, form: FormData) {
  const submission = parseForm(form, { schema: customerSignInSchema });
  const result = () => submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success") return data({ result: result(), refusal: null }, 400);
  try {
    const next = url.pathname + url.search;
    return await signInCustomer(context, request, submission.value, { next, fallback: AFTERWARDS });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const refusal = { title: signInRefusals.customer.title, message: error.message };
    return data({ result: result(), refusal }, error.status === 401 ? 400 : error.status);
  }
}

async function setPasswordOfOwner(
  { context }: PageRequest,
  link: { email: string; token: string },
  form: FormData,
) {
  const submission = parseForm(form, { schema: takeOverFormSchema });
  const result = () => submission.reply({ hideFields: ["newPassword", "confirmPassword"] });
  if (submission.status !== "success") return data({ result: result(), refusal: null }, 400);
  try {
    await takeAccountOver(context, { ...link, newPassword: submission.value.newPassword });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const refusal = { title: "The password was not set", message: error.message };
    return data({ result: result(), refusal }, error.status);
  }
  const notice = await noticeHeader({ kind: "success", title: "Password Changed" });
  return redirect("/reset-password?done", { status: 303, headers: { "Set-Cookie": notice } });
}

/** A form that is a single button. */
async function once(
  failure: string,
  work: () => Promise<void>,
  notice: { title: string; description: string },
) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return data({ result: null, refusal: { title: failure, message: error.message } }, error.status);
  }
  const headers = { "Set-Cookie": await noticeHeader({ kind: "success", ...notice }) };
  return redirect("/", { status: 303, headers });
}
