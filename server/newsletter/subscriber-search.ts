import { z } from "zod";
import { optionalRowId } from "#server/core/row-id.ts";
import { searchText } from "#server/core/search-text.ts";
import { type SubscriberState, subscriberStates } from "./subscriber.ts";

/** Staff's search of the subscribers, from the address; an invalid value becomes its default. */
export const subscriberSearchSchema = z.object({
  /** Part of the address. */
  search: searchText(),
  /** Pending and confirmed together unless one is asked for. */
  state: z
    .union([z.enum(subscriberStates), z.literal("")])
    .catch("")
    .default(""),
  /** Continue after the subscriber of this id, towards older ones. */
  after: optionalRowId,
});

export type SubscriberSearch = z.infer<typeof subscriberSearchSchema>;

/** Reads a search from an address. */
export function parseSubscriberSearch(parameters: URLSearchParams): SubscriberSearch {
  return subscriberSearchSchema.parse(Object.fromEntries(parameters));
}

/** The search as an address's parameters; default values are left out. */
export function subscriberSearchParameters(search: Partial<SubscriberSearch>): URLSearchParams {
  const parameters = new URLSearchParams();
  if (search.search) parameters.set("search", search.search);
  if (search.state) parameters.set("state", search.state);
  if (search.after) parameters.set("after", String(search.after));
  return parameters;
}

export const subscriberStateLabels: Record<SubscriberState, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
};
