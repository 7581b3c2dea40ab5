import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";

/** Finds products by name or description, on the dashboard's tab. */
export function SearchProducts({ search }: { search: string }) {
  return (
    <Form
      key={search}
      method="get"
      action="/admin"
      role="search"
      aria-label="Products"
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value="products" />
      <TextField
        label="Search products"
        name="search"
        type="search"
        maxLength={100}
        defaultValue={search}
        className="min-w-48 flex-1 sm:max-w-sm"
      />
      <Button variant="secondary">Search</Button>
      {search && (
        <ButtonLink to="/admin?tab=products" variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}
