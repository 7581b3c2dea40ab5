import type { Context } from "#server/core/context.ts";
import type { ApiKeyFormResult } from "./api-key.schema.ts";
import { createApiKey } from "./create-api-key.server.ts";

/** Whether a form asks for a key, whose answer is a page of its own. */
export function asksForApiKey(form: FormData): boolean {
  return form.get("intent") === createApiKey.definition.name;
}

/** Makes the key that the tab's form asks for. @throws ShopError `unauthenticated`, `forbidden` */
export async function handleApiKeyForm(context: Context, form: FormData): Promise<ApiKeyFormResult> {
  const reply = await createApiKey.handleForm(context, form);
  if ("intent" in reply) return { ...reply, made: null };
  const { name, token } = reply.returned;
  const intent = createApiKey.definition.name;
  return { intent, result: reply.emptied, refusal: null, made: { name, token }, status: 201 };
}
