import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";

interface TabListProps {
  /** The staff's screen with the tab. */
  screen: "/admin" | "/shop-manager";
  tab: "customers" | "products";
  search: string;
  /** Of products: "low" for those that run low. */
  stock?: "" | "low";
}

/** "Products": what the list is of. */
const nameOf = (tab: TabListProps["tab"]) => (tab === "products" ? "Products" : "Customers");

/** Finds rows of a tab's list; what is asked for is in the address. */
export function TabSearch({ screen, tab, search, stock = "", label }: TabListProps & { label: string }) {
  return (
    <Form
      key={search}
      method="get"
      action={screen}
      role="search"
      aria-label={nameOf(tab)}
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value={tab} />
      {stock && <input type="hidden" name="stock" value={stock} />}
      <TextField
        label={label}
        name="search"
        type="search"
        maxLength={100}
        defaultValue={search}
        data-key="filter"
        className="min-w-48 flex-1 sm:max-w-sm"
      />
      <Button variant="secondary">Search</Button>
      {(search || stock) && (
        <ButtonLink to={`${screen}?tab=${tab}`} variant="quiet">
          {stock ? "All products" : "Clear"}
        </ButtonLink>
      )}
    </Form>
  );
}

interface TabPagesProps extends TabListProps {
  /** Which page this is: the id that it goes on from. */
  after: number | null;
  next: number | null;
}

/** On to the next rows of a tab's list, and back to the first. */
export function TabPages({ screen, tab, search, stock = "", after, next }: TabPagesProps) {
  if (after === null && next === null) return null;
  const address = (id: number | null) => {
    const parameters = new URLSearchParams({ tab });
    if (search) parameters.set("search", search);
    if (stock) parameters.set("stock", stock);
    if (id !== null) parameters.set("after", String(id));
    return `${screen}?${parameters}`;
  };
  return (
    <nav aria-label={`${nameOf(tab)}: pages`} className="flex flex-wrap justify-center gap-4">
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
