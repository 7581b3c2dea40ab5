import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Narrowing, SearchOfPhone } from "#app/components/staff/narrowing.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { choiceLabel } from "#app/lib/choice-label.ts";
import { roleDisplayName, roles } from "#server/access/roles.ts";
import { customerTypes } from "#server/identity/account/customer-vocabulary.ts";
import { type UsersQuery, userStatuses } from "#server/users/users-query.ts";

interface UserFiltersProps {
  query: UsersQuery;
  /** The page that the list stands on. */
  page: UsersPage;
}

/** Where a list of users stands: /admin/users, or the dashboard's tab. */
export interface UsersPage {
  pathname: string;
  tab: string | null;
}

/** The address of a list with these parameters, on the page it stands on. */
export function usersHref({ pathname, tab }: UsersPage, query: Partial<UsersQuery>): string {
  const search = new URLSearchParams(tab ? { tab } : {});
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, String(value));
  return `${pathname}?${search}`;
}

/** Search and filters, in the address. */
export function UserFilters({ query, page }: UserFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const { search, role = "", customerType = "", status = "" } = query;
  const isNarrowed = search !== "" || role !== "" || customerType !== "" || status !== "";

  useEffect(() => {
    // Going back to an earlier list brings its search back too.
    const values: Record<string, string> = { search, role, customerType, status };
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [search, role, customerType, status]);

  return (
    <Form
      ref={form}
      method="get"
      action={page.pathname}
      preventScrollReset
      className="group grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto_auto]"
    >
      {page.tab && <input type="hidden" name="tab" value={page.tab} />}
      <TextField
        label="Search"
        name="search"
        type="search"
        defaultValue={search}
        maxLength={100}
        data-key="filter"
        placeholder="Name, email or username"
        autoComplete="off"
      />
      <SearchOfPhone />
      <Narrowing label="Filter" open={role !== "" || customerType !== "" || status !== ""}>
        <SelectField
          label="Role"
          name="role"
          defaultValue={role}
          options={[
            { value: "", label: "All roles" },
            ...roles.map((value) => ({ value, label: roleDisplayName(value) })),
          ]}
        />
        <SelectField
          label="Customer type"
          name="customerType"
          defaultValue={customerType}
          options={[
            { value: "", label: "All types" },
            ...customerTypes.map((value) => ({ value, label: choiceLabel(value) })),
          ]}
        />
        <SelectField
          label="Status"
          name="status"
          defaultValue={status}
          options={[
            { value: "", label: "Any status" },
            ...userStatuses.map((value) => ({ value, label: choiceLabel(value) })),
          ]}
        />
        <Button variant="secondary">Search</Button>
      </Narrowing>
      {isNarrowed && (
        <ButtonLink
          to={usersHref(page, {})}
          variant="quiet"
          preventScrollReset
          className="max-lg:col-span-2 max-lg:justify-self-start"
        >
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}
