import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CustomerPage } from "#app/components/staff/customers/customer-page.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { NotThere } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { optionalRowId } from "#server/core/fields.ts";
import { staffPage } from "#server/process/page.server.ts";
import { customerPath, parseCustomerKey } from "#server/staff/customer-view.ts";
import { findCustomer } from "#server/staff/find-customer.server.ts";

const querySchema = z.object({ after: optionalRowId });

export const meta = pageMeta({ title: "Customer", noindex: true });

export const loader = staffPage("customers.view", async ({ context, params, url }) => {
  const asked = parseCustomerKey(params.customer ?? "");
  const { after } = querySchema.parse({ after: url.searchParams.get("after") ?? undefined });
  const customer = asked && (await findCustomer(context, asked, after));
  if (!customer) return data({ customer: null, after: null }, { status: 404 });
  // Each customer has one address, whichever order or enquiry led here.
  const key = parseCustomerKey(customer.key);
  if (key && customer.key !== params.customer) throw redirect(customerPath(key) + url.search, 302);
  return data({ customer, after: after ?? null }, { status: 200 });
});

export default function AdminCustomer() {
  const { customer, after } = useLoaderData<typeof loader>();
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        {customer ? (
          <CustomerPage key={customer.key} customer={customer} after={after} />
        ) : (
          <NotThere
            title="No such customer"
            list={{ to: "/shop-manager?tab=customers", label: "Back to the customers" }}
          >
            The address may have been mistyped, or the person was erased.
          </NotThere>
        )}
      </div>
    </StaffData>
  );
}
