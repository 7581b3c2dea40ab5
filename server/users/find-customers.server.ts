import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import type { CustomersQuery } from "./customers-query.ts";
import { findUserIds } from "./list-users.server.ts";

/** What staff need of a customer to sell to them, and no more. */
export interface CustomerView {
  id: number;
  name: string;
  email: string;
  phone: string;
  companyName: string;
  address: string;
  city: string;
  postcode: string;
  country: string;
}

/**
 * Customers by part of their name, email or username, the newest first; `after` goes on behind the one of that id.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export async function findCustomers(
  context: Context,
  { search, after }: CustomersQuery,
  limit: number,
): Promise<CustomerView[]> {
  requirePermission(context, "customers.view");
  const ids = await findUserIds(context.em, { search, after, role: "customer" }, limit);
  if (ids.length === 0) return [];
  const rows = await typedSql(context.em)
    .selectFrom("user_account")
    .where("id", "in", ids)
    .select([
      "id",
      "name",
      "email",
      "phone",
      "company_name as companyName",
      "address",
      "city",
      "postcode",
      "country",
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
