import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import type { StaffCatalogueQuery } from "#server/catalogue/staff-catalogue-query.ts";

interface CatalogueFiltersProps {
  query: StaffCatalogueQuery;
  categories: readonly string[];
}

/** Search and filters; they are in the address, so that they work without JavaScript and can be shared. */
export function CatalogueFilters({ query, categories }: CatalogueFiltersProps) {
  const isFiltered = query.search !== "" || query.category !== "" || query.archived || query.unweighed;
  const key = `${query.search} ${query.category} ${query.archived} ${query.unweighed}`;
  return (
    <Form
      key={key}
      method="get"
      action="/admin/settings"
      role="search"
      aria-label="Products"
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value="Products" />
      <TextField
        label="Search products"
        name="search"
        type="search"
        maxLength={100}
        defaultValue={query.search}
        className="min-w-48 flex-1"
      />
      <SelectField
        label="Category"
        name="category"
        defaultValue={query.category}
        options={[
          { value: "", label: "All" },
          ...categories.map((category) => ({ value: category, label: category })),
        ]}
        className="min-w-40"
      />
      <SelectField
        label="Show"
        name="archived"
        defaultValue={query.archived ? "1" : ""}
        options={[
          { value: "", label: "In the shop" },
          { value: "1", label: "Archived" },
        ]}
        className="min-w-40"
      />
      <SelectField
        label="Weight"
        name="unweighed"
        defaultValue={query.unweighed ? "1" : ""}
        options={[
          { value: "", label: "Any" },
          { value: "1", label: "Not weighed" },
        ]}
        className="min-w-32"
      />
      <Button variant="secondary">Search</Button>
      {isFiltered && (
        <ButtonLink to="/admin/settings?tab=Products" variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}
