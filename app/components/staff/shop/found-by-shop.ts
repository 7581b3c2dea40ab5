import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useDelayed } from "#app/lib/use-delayed.ts";

/** How long typing must rest before the server is asked, in milliseconds. */
export const SEARCH_DELAY = 200;

export function foundStatus(count: number | undefined, error: unknown): string {
  if (error) return serverMessage(error, "The server did not answer. Please type again.");
  if (count === undefined) return "Searching";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 found" : `${count} found`;
}

/** The text once typing rests. What was found for other letters is not offered: Enter would choose what nobody asked for. */
function useRested(text: string) {
  const search = useDelayed(text.trim(), SEARCH_DELAY);
  return { search, isCurrent: text.trim() === search && search !== "" };
}

export function useFoundCustomers(text: string) {
  const { search, isCurrent } = useRested(text);
  const { data, error } = trpc.shop.customers.useQuery({ search }, { enabled: search !== "" });
  const found = isCurrent ? data?.customers : undefined;
  return { found: found ?? [], status: foundStatus(found?.length, error) };
}

export function useFoundProducts(text: string) {
  const { search, isCurrent } = useRested(text);
  const { data, error } = trpc.products.list.useQuery({ search }, { enabled: search !== "" });
  const found = isCurrent ? data?.products : undefined;
  return { found: found ?? [], status: foundStatus(found?.length, error) };
}
