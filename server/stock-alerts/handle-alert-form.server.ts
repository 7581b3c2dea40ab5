import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { subscribeSchema } from "#server/newsletter/newsletter.schema.ts";
import { askForStockAlert } from "./ask-for-alert.server.ts";
import { type StockAlertReply, stockAlertTexts } from "./stock-alert.ts";

/** Handles the form on the page of a product that is sold out; a refusal becomes its message and status. */
export async function handleStockAlertForm(
  context: Context,
  fields: FormData,
): Promise<{ reply: StockAlertReply; status: number }> {
  const typed = (name: string) => z.string().catch("").parse(fields.get(name));
  const [slug, email] = [typed("slug"), typed("email")];
  const form = subscribeSchema.safeParse({ email });
  if (!form.success) {
    const [issue] = form.error.issues;
    return {
      reply: { ok: false, slug, email, message: issue?.message ?? stockAlertTexts.failed },
      status: 400,
    };
  }
  try {
    const outcome = await askForStockAlert(context, { slug, email: form.data.email });
    return { reply: { ok: true, slug, outcome }, status: 200 };
  } catch (error) {
    if (!(error instanceof ShopError) || error.code === "not_found") throw error;
    return { reply: { ok: false, slug, email, message: error.message }, status: error.status };
  }
}
