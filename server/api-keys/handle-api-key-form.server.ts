import { parseWithZod } from "@conform-to/zod/v4";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { newApiKeySchema, revokeApiKeySchema } from "./api-key.schema.ts";
import type { ApiKeyFormResult } from "./api-key-view.ts";
import { createApiKey, revokeApiKey } from "./create-api-key.server.ts";

/** Whether a form is one of this tab's. */
export function isApiKeyForm(form: FormData): boolean {
  const intent = form.get("intent");
  return intent === "create-api-key" || intent === "revoke-api-key";
}

/** Makes or revokes a key as the tab's forms ask. @throws ShopError `unauthenticated`, `forbidden` */
export async function handleApiKeyForm(
  context: Context,
  form: FormData,
): Promise<ApiKeyFormResult | { done: string }> {
  return form.get("intent") === "create-api-key" ? create(context, form) : revoke(context, form);
}

/** They do not come back with the page. */
const hideFields: ("password" | "code")[] = ["password", "code"];

async function create(context: Context, form: FormData): Promise<ApiKeyFormResult> {
  const intent = "create-api-key";
  const submission = parseWithZod(form, { schema: newApiKeySchema });
  if (submission.status !== "success") {
    return { intent, result: submission.reply({ hideFields }), refusal: null, made: null, status: 400 };
  }
  try {
    const { name, token } = await createApiKey(context, submission.value);
    return {
      intent,
      result: submission.reply({ resetForm: true }),
      refusal: null,
      made: { name, token },
      status: 201,
    };
  } catch (error) {
    // Whoever may not make keys at all sees the page that says so; whoever has to wait keeps what they typed.
    if (!(error instanceof ShopError) || !(error.fields || error.code === "rate_limited")) throw error;
    const result = submission.reply({ fieldErrors: error.fields ?? {}, hideFields });
    return { intent, result, refusal: error.message, made: null, status: error.status };
  }
}

async function revoke(context: Context, form: FormData): Promise<ApiKeyFormResult | { done: string }> {
  const submission = parseWithZod(form, { schema: revokeApiKeySchema });
  if (submission.status !== "success") throw new ShopError("bad_request", "This form is not known here.");
  await revokeApiKey(context, submission.value);
  return { done: "API key revoked" };
}
