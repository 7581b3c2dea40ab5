import { data } from "@remix-run/node";
import { takeOverFormSchema, verificationSchema } from "#server/accounts/account.schema.ts";
import { afterSignIn } from "#server/accounts/audience.ts";
import {
  declineEmailChange,
  deleteReportedAccount,
  takeAccountOver,
} from "#server/accounts/verify-email.server.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PageRequest } from "#server/process/page.server.ts";
import { answerForm, goOn } from "../answer-form.server.ts";
import { signInCustomer } from "./sign-in-customer.server.ts";

/** Handles the forms of the page that a mailed link opens, chosen by their `intent`. */
export async function handleVerificationForm({ context, request, url }: PageRequest) {
  const form = await request.formData();
  const link = verificationSchema.parse(Object.fromEntries(url.searchParams));
  switch (form.get("intent")) {
    case "sign-in":
      // Opens the link again, now in the account's session.
      return signInCustomer(context, request, form, {
        next: url.pathname + url.search,
        fallback: afterSignIn.customer,
      });
    case "take-over":
      return answerForm(
        {
          ...{ form, schema: takeOverFormSchema, failed: "The password was not set" },
          hideFields: ["newPassword", "confirmPassword"],
        },
        async ({ newPassword }) => {
          await takeAccountOver(context, { ...link, newPassword });
          return goOn("/reset-password?done", { title: "Password Changed" });
        },
      );
    case "delete":
      return once("The account was not deleted", () => deleteReportedAccount(context, link), {
        title: "The account was deleted",
        description: "Nothing of it is left. You may open your own at any time.",
      });
    case "decline":
      return once("The change was not stopped", () => declineEmailChange(context, link), {
        title: "Thank you",
        description: "Your address will not be used for that account.",
      });
    default:
      throw new ShopError("bad_request", "This form is not known here.");
  }
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
  return goOn("/", notice);
}
