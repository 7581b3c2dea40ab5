import { z } from "zod";
import { emailAddress, optionalRowId, requiredText, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { type SubscriberState, subscriberStates } from "./subscriber.ts";

const email = emailAddress("Please enter a valid email address");

/** Required, an email address. */
export const subscribeSchema = z.object({ email });

/** Any code that is not empty may be tried. */
export const verifyCodeSchema = z.object({
  email,
  code: requiredText(50, "Please enter the code", "Invalid verification code. Please try again."),
});

/** Staff's search of the subscribers, from the address; an invalid value becomes its default. */
export const subscriberList = listQuery(
  z.object({
    /** Part of the address. */
    search: searchText(),
    /** Pending and confirmed together unless one is asked for. */
    state: z
      .union([z.enum(subscriberStates), z.literal("")])
      .catch("")
      .default(""),
    /** Continue after the subscriber of this id, towards older ones. */
    after: optionalRowId,
  }),
);

export type SubscriberSearch = z.infer<typeof subscriberList.schema>;

export const subscriberStateLabels: Record<SubscriberState, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
};
