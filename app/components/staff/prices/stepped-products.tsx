import { Form, Link } from "@remix-run/react";
import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { Button, TextLink } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { SteppedProductView } from "#server/catalogue/set-price-steps.server.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import { cheaperTotals } from "#server/pricing/price-steps.ts";
import { StepList } from "./step-warnings.tsx";

interface SteppedProductsProps {
  products: readonly SteppedProductView[];
  lists: readonly TradeListView[];
}

export function SteppedProducts({ products, lists }: SteppedProductsProps) {
  const money = useStoreMoney();
  if (products.length === 0)
    return <p className="text-sm text-ink-soft">No product has prices by quantity yet.</p>;
  const nameOf = (code: string) => lists.find((list) => list.code === code)?.name ?? code;
  return (
    <DataTable
      caption="Products with prices by quantity"
      rows={products}
      keyOf={({ id }) => id}
      rowProps={() => ({ className: "hover:bg-sunken" })}
      columns={[
        { head: "Product", cell: ({ name }) => name, className: "min-w-40 font-medium" },
        {
          head: "One",
          cell: ({ currentPrice }) => money(currentPrice),
          className: "text-right whitespace-nowrap tabular-nums",
          headClassName: "text-right",
        },
        {
          head: "Steps",
          cell: (product) => (
            <>
              <ul>
                <StepList steps={product.priceSteps} nameOf={nameOf} />
              </ul>
              {cheaperTotals(product).length > 0 && (
                <p className="mt-1 text-sm font-medium text-clay">More costs less in total.</p>
              )}
            </>
          ),
          className: "min-w-48 tabular-nums",
        },
        {
          head: <span className="sr-only">Change</span>,
          cell: ({ id, name }) => (
            <TextLink to={`/admin/prices?product=${id}`}>
              Change<span className="sr-only"> the prices of {name}</span>
            </TextLink>
          ),
          className: "text-right",
        },
      ]}
    />
  );
}

interface FindSteppedProps {
  search: string;
  found: readonly { id: number; name: string }[];
}

export function FindStepped({ search, found }: FindSteppedProps) {
  return (
    <div className="grid gap-3">
      <Form
        role="search"
        method="get"
        action="/admin/prices"
        aria-label="Find a product"
        className="flex flex-wrap items-end gap-3"
      >
        <TextField label="Find a product" name="search" type="search" defaultValue={search} maxLength={100} />
        <Button variant="secondary" className="mb-0.5">
          Search
        </Button>
      </Form>
      {search !== "" && found.length === 0 && (
        <p className="text-sm text-ink-soft">No product is called that.</p>
      )}
      {found.length > 0 && (
        <ul aria-label="Found products" className="flex flex-wrap gap-x-4 gap-y-1">
          {found.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={`/admin/prices?product=${id}`}
                className="inline-flex min-h-11 items-center text-moss underline"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
