import { z } from "zod";
import { customerTypes } from "#server/accounts/user-view.ts";
import { optionalRowId, searchField, searchText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { type Role, roles } from "#server/core/roles.ts";

/** The status badges, as filters. */
export const userStatuses = ["active", "suspended", "verified", "unverified", "research"] as const;

/** The filters of a list of users. */
export const userFilters = {
  search: searchField.meta({ description: "Found in name, email or username." }),
  role: z.enum(roles).optional().meta({ description: "Only users of this role." }),
  customerType: z.enum(customerTypes).optional().meta({ description: "Only customers of this type." }),
  status: z.enum(userStatuses).optional().meta({ description: "Only users with this badge." }),
};

/** The staff's list of users; `after` and `before` are the id of the user next to the page. */
export const userList = listQuery(
  z.object({
    search: searchText(),
    role: userFilters.role.catch(undefined),
    customerType: userFilters.customerType.catch(undefined),
    status: userFilters.status.catch(undefined),
    after: optionalRowId,
    before: optionalRowId,
  }),
);

export type UsersQuery = z.output<typeof userList.schema>;

/** The list of the people that an order can be made for. */
export const customerList = listQuery(z.object({ search: searchText(), after: optionalRowId }));

export type CustomersQuery = z.output<typeof customerList.schema>;

/** The actor, whose permissions decide what they may do with a user. Null for the shop itself. */
export type Viewer = { id: number; role: Role } | null;
