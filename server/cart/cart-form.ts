import { z } from "zod";
import { rowIdFromText } from "#server/core/fields.ts";
import { readNumber } from "#server/core/typed-number.ts";

/** What is not a number becomes 1. Numbers no line can hold are refused by the verbs. */
const quantity = z.preprocess((value) => {
  const read = readNumber(typeof value === "string" ? value : "");
  return "plain" in read ? Number(read.plain) : 1;
}, z.number());

/** The forms that post to /cart, distinguished by `intent`. */
export const cartFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), productId: rowIdFromText, quantity }),
  z.object({ intent: z.literal("change"), productId: rowIdFromText, quantity }),
  z.object({ intent: z.literal("remove"), productId: rowIdFromText }),
  z.object({ intent: z.literal("clear") }),
]);

export type CartForm = z.infer<typeof cartFormSchema>;

/** The action's response to a form that the browser's JavaScript sent; the root route loads the cart itself. */
export interface CartReply {
  ok: boolean;
  /** Why it was refused, or why a line holds less than was requested. */
  message: string | null;
}
