import { redirect } from "@remix-run/node";
import { z } from "zod";
import { afterSignIn, audiences } from "#server/accounts/audience.ts";
import { signedChallengeSchema } from "#server/accounts/passkey.schema.ts";
import { beginPasskeySignIn, signInWithPasskey } from "#server/accounts/sign-in-with-passkey.server.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { localPath } from "#server/http/same-origin.ts";
import { file, type PageRequest } from "#server/process/page.server.ts";
import { jsonText, respondToScript } from "../answer-form.server.ts";
import { mergedCart } from "./sign-in-customer.server.ts";

const inputSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin") }),
  z.object({
    intent: z.literal("sign-in"),
    audience: z.enum(audiences),
    signed: jsonText(signedChallengeSchema),
    next: z.string().max(2000).optional(),
  }),
]);

export const loader = () => redirect("/login", 303);

/** The two steps of a sign-in with a passkey, for the script of both sign-in screens. */
export const action = file(({ context, request }) =>
  respondToScript(async () => {
    const input = inputSchema.safeParse(Object.fromEntries(await request.formData()));
    if (!input.success) throw new ShopError("bad_request", "This passkey could not be read.");
    if (input.data.intent === "begin") {
      const { options, cookieHeader } = await beginPasskeySignIn(context, request);
      return { answer: { options }, cookies: [cookieHeader] };
    }
    return signIn(context, request, input.data);
  }),
);

async function signIn(
  context: PageRequest["context"],
  request: Request,
  { audience, signed, next }: Extract<z.output<typeof inputSchema>, { intent: "sign-in" }>,
) {
  const carried = await cartIdFrom(context, request);
  const { actor, cookieHeader } = await signInWithPasskey(context, request, { audience, signed });
  const cart = audience === "customer" ? [await mergedCart(context, carried, actor.id)] : [];
  const notice = await noticeHeader({ kind: "success", title: "Login successful" });
  const location = localPath(next ?? null, afterSignIn[audience]);
  return { answer: { location }, cookies: [cookieHeader, notice, ...cart] };
}
