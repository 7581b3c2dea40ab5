import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { shopCookie } from "#server/http/cookies.server.ts";
import { subscribeSchema, verifyCodeSchema } from "./newsletter.schema.ts";
import { confirmByCode, sendNewsletterVerification, subscribe } from "./subscribe.server.ts";
import { NEWSLETTER_FAILURE, type NewsletterReply, newsletterSources } from "./subscriber.ts";

/** The address that a browser without JavaScript is confirming, with the code where it is shown on screen. */
const newsletterCookie = () => shopCookie("newsletter", { maxAge: 1800 });

export function newsletterCookieHeader(step: { email: string; shownCode: string | null; sent: boolean }) {
  return newsletterCookie().serialize(step);
}

/** The browser's cookie, unparsed. */
export function readNewsletterCookie(request: Request): Promise<unknown> {
  return newsletterCookie().parse(request.headers.get("cookie"));
}

const formSchema = z.discriminatedUnion("intent", [
  subscribeSchema.extend({
    intent: z.literal("subscribe"),
    source: z.enum(newsletterSources).catch("newsletter"),
  }),
  subscribeSchema.extend({ intent: z.literal("send") }),
  verifyCodeSchema.extend({ intent: z.literal("verify") }),
]);

export type NewsletterIntent = z.output<typeof formSchema>["intent"];

/** Handles one step of the newsletter forms; a refusal becomes its message and status. */
export async function handleNewsletterForm(
  context: Context,
  fields: FormData,
): Promise<{ intent: NewsletterIntent | null; reply: NewsletterReply; status: number }> {
  const form = formSchema.safeParse(Object.fromEntries(fields));
  if (!form.success) {
    const message = form.error.issues.find(({ path }) => path[0] !== "intent")?.message;
    return { intent: null, reply: { ok: false, message: message ?? NEWSLETTER_FAILURE }, status: 400 };
  }
  const { intent, email } = form.data;
  try {
    let shownCode: string | null = null;
    if (form.data.intent === "subscribe") await subscribe(context, form.data);
    if (form.data.intent === "send")
      shownCode = (await sendNewsletterVerification(context, form.data)).shownCode;
    if (form.data.intent === "verify") await confirmByCode(context, form.data);
    return { intent, reply: { ok: true, email, shownCode }, status: 200 };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { intent, reply: { ok: false, message: error.message }, status: error.status };
  }
}
