import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";

interface ShopSearchProps {
  tab: "customers" | "products";
  label: string;
  search: string;
}

/** Finds rows of a tab of the shop manager's screen; what is asked for is in the address. */
export function ShopSearch({ tab, label, search }: ShopSearchProps) {
  return (
    <Form
      key={search}
      method="get"
      action="/shop-manager"
      role="search"
      aria-label={tab}
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value={tab} />
      <TextField
        label={label}
        name="search"
        type="search"
        maxLength={100}
        defaultValue={search}
        className="min-w-48 flex-1 sm:max-w-sm"
      />
      <Button variant="secondary">Search</Button>
      {search && (
        <ButtonLink to={`/shop-manager?tab=${tab}`} variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}

interface ShopPagesProps extends Pick<ShopSearchProps, "tab" | "search"> {
  /** Which page this is: the id that it goes on from. */
  after: number | null;
  next: number | null;
}

/** On to the next rows of a tab, and back to the first. */
export function ShopPages({ tab, search, after, next }: ShopPagesProps) {
  if (after === null && next === null) return null;
  const address = (id: number | null) => {
    const parameters = new URLSearchParams({ tab });
    if (search) parameters.set("search", search);
    if (id !== null) parameters.set("after", String(id));
    return `/shop-manager?${parameters}`;
  };
  return (
    <nav aria-label={`${tab}: pages`} className="flex flex-wrap justify-center gap-4">
      {after !== null && (
        <ButtonLink to={address(null)} variant="secondary" size="small">
          First page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={address(next)} rel="next" variant="secondary" size="small">
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
