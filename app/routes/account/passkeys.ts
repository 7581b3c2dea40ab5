import { redirect } from "@remix-run/node";
import { z } from "zod";
import { addPasskey, beginPasskey } from "#server/accounts/own-passkeys.server.ts";
import { madePasskeySchema, newPasskeySchema } from "#server/accounts/passkey.schema.ts";
import { requireUser } from "#server/accounts/user-views.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { file } from "#server/process/page.server.ts";
import { jsonText, respondToScript } from "../answer-form.server.ts";

const inputSchema = z.discriminatedUnion("intent", [
  newPasskeySchema.extend({ intent: z.literal("begin") }),
  z.object({ intent: z.literal("add"), made: jsonText(madePasskeySchema) }),
]);

const SETTINGS = "/account/settings?tab=security";

export const loader = () => redirect(SETTINGS, 303);

/** The two steps of adding a passkey, for the script of the account settings. */
export const action = file(({ context, request }) =>
  respondToScript(async () => {
    // Before anything that was sent is read.
    requireUser(context);
    const input = inputSchema.safeParse(Object.fromEntries(await request.formData()));
    if (!input.success) {
      throw new ShopError("validation_failed", "Please check what you typed.", {
        fields: z.flattenError(input.error).fieldErrors,
      });
    }
    if (input.data.intent === "begin") {
      const { options, cookieHeader } = await beginPasskey(context, request, input.data);
      return { answer: { options }, cookies: [cookieHeader] };
    }
    await addPasskey(context, request, input.data.made);
    const notice = await noticeHeader({ kind: "success", title: "Passkey added" });
    return { answer: { location: SETTINGS }, cookies: [notice] };
  }),
);
