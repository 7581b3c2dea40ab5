import type { CustomerView } from "#server/users/list-users.server.ts";

/** A customer's address in one line, as the shop order form has it. */
export function addressOf({
  address,
  city,
  postcode,
}: Pick<CustomerView, "address" | "city" | "postcode">): string {
  return [address, city, postcode].filter((part) => part !== "").join(", ");
}
