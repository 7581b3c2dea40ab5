import { z } from "zod";
import { roles } from "#server/access/roles.ts";
import { optionalRowId, rowIdFromText } from "#server/core/row-id.ts";
import { searchField, searchText } from "#server/core/search-text.ts";
import { customerTypes } from "#server/identity/account/customer-vocabulary.ts";

/** The status badges, as filters. */
export const userStatuses = ["active", "suspended", "verified", "unverified", "research"] as const;

/** The filters of a list of users. */
export const userFilters = {
  search: searchField.meta({ description: "Found in name, email or username." }),
  role: z.enum(roles).optional().meta({ description: "Only users of this role." }),
  customerType: z.enum(customerTypes).optional().meta({ description: "Only customers of this type." }),
  status: z.enum(userStatuses).optional().meta({ description: "Only users with this badge." }),
};

/** One page of the staff's list; `after` and `before` are the id of the user next to it. */
export const usersQuerySchema = z.object({
  ...userFilters,
  after: rowIdFromText.optional(),
  before: rowIdFromText.optional(),
});

export type UsersQuery = z.output<typeof usersQuerySchema>;

/** The query in an address; invalid values are ignored. */
export function usersQueryFrom(search: URLSearchParams): UsersQuery {
  const param = (name: string) => search.get(name) || undefined;
  const parsed = z
    .object({
      search: searchText(),
      role: userFilters.role.catch(undefined),
      customerType: userFilters.customerType.catch(undefined),
      status: userFilters.status.catch(undefined),
      after: optionalRowId,
      before: optionalRowId,
    })
    .parse({
      search: param("search"),
      role: param("role"),
      customerType: param("customerType"),
      status: param("status"),
      after: param("after"),
      before: param("before"),
    });
  return parsed;
}
