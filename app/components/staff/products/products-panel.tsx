import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { SmallButton, SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { soldProductList } from "#server/catalogue/catalogue-query.schema.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import type { WaitingForStock } from "#server/catalogue/low-stock.server.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import { displayRate } from "#server/orders/vat-document.ts";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE } from "#server/pricing/vat.ts";
import { EditableCell } from "./editable-cell.tsx";

/** The Products tab of the dashboard: what is sold, and what VAT it carries. */
export function ProductsPanel() {
  const { products, waiting, shown } = useSoldProducts();
  return (
    <>
      <StaffList id="products" {...shown}>
        <RowsTable
          caption="Products"
          rows={products}
          columns={columnsOf(waiting)}
          cellClassName="align-middle!"
        />
      </StaffList>
      <VatInfo />
    </>
  );
}

/** The sold products as a tab lists them, on the dashboard and in the shop manager: what the list shows but its rows. */
export function useSoldProducts() {
  const { asked } = useAsked(soldProductList);
  const [{ products, next, waiting }, list] = trpc.products.list.useSuspenseQuery(asked);
  const onlyLow = asked.stock === "low";
  return {
    products,
    waiting,
    shown: {
      title: onlyLow ? "Products that run low" : "Products",
      what: "products",
      query: soldProductList,
      list,
      text: { label: "Search products" },
      count: products.length,
      none: { title: "No products found", text: "Try fewer letters, or clear the search." },
      ...(onlyLow && !asked.search
        ? {
            noneFound: {
              title: "Nothing runs low",
              text: "A product stands here while no more of it is left than the low-stock threshold.",
            },
          }
        : {}),
      next,
    },
  };
}

/** What is sold, with prices and stock to be changed in place by those who may. */
function columnsOf(waiting: WaitingForStock): Column<SoldProduct>[] {
  const number = "py-2! text-right tabular-nums";
  return [
    { head: "Name", cell: ({ name }) => name, className: "min-w-40 py-2! font-medium" },
    { head: "Category", cell: ({ category }) => category, className: "min-w-32 py-2! text-ink-soft" },
    {
      head: "Price",
      cell: (product) => (
        <EditableCell product={product} field="price">
          <Price of={product} />
        </EditableCell>
      ),
      className: `${number} whitespace-nowrap`,
      headClassName: "text-right",
    },
    {
      head: "Tax rate",
      cell: ({ taxRate }) => displayRate(taxRate),
      className: number,
      headClassName: "text-right",
    },
    {
      head: "Stock",
      cell: (product) => (
        <>
          <EditableCell product={product} field="stockQuantity">
            <Stock of={product} />
          </EditableCell>
          {waiting[product.id] && (
            <span className="block text-sm text-ink-soft">{waitingText(waiting[product.id] ?? 0)}</span>
          )}
        </>
      ),
      className: `${number} whitespace-nowrap`,
      headClassName: "text-right",
    },
    {
      head: <span className="sr-only">Edit</span>,
      cell: (product) => <EditLink product={product} />,
      className: "py-1.5! text-right",
    },
  ];
}

function Price({ of: { currentPrice } }: { of: SoldProduct }) {
  return <span>{useStoreMoney()(currentPrice)}</span>;
}

function Stock({ of: { stockQuantity } }: { of: SoldProduct }) {
  if (stockQuantity > 0) return <span>{stockQuantity}</span>;
  // Its words end where the numbers do.
  return (
    <Badge tone="clay" className="-mr-2.5">
      Out of Stock
    </Badge>
  );
}

function EditLink({ product: { id, name } }: { product: SoldProduct }) {
  const mayEdit = useMay("products.edit");
  const label = (
    <>
      Edit <span className="sr-only">{name}</span>
    </>
  );
  if (mayEdit) {
    return (
      <SmallButtonLink to={`/admin/settings?tab=Products&edit=${id}`} data-open>
        {label}
      </SmallButtonLink>
    );
  }
  return (
    <SmallButton aria-disabled aria-describedby={NO_EDIT}>
      {label}
    </SmallButton>
  );
}

const NO_EDIT = "edit-needs-administrator";

function VatInfo() {
  const mayEdit = useMay("products.edit");
  return (
    <>
      {!mayEdit && (
        <p id={NO_EDIT} className="text-sm text-ink-soft">
          Only administrators can edit products, so Edit is switched off for you.
        </p>
      )}
      <Card role="region" aria-labelledby="vat-info">
        <h3 id="vat-info" className="text-lg">
          VAT information
        </h3>
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          <dt className="font-medium">{displayRate(STANDARD_VAT_RATE)}</dt>
          <dd>Standard rate: soil products, and every product that names no rate of its own.</dd>
          <dt className="font-medium">{displayRate(REDUCED_VAT_RATE)}</dt>
          <dd>
            Reduced rate. Ask an adviser before you sell animal feed at another rate than the standard one.
          </dd>
        </dl>
        <p className="mt-3 text-sm text-ink-soft">Prices are what customers pay, VAT included.</p>
      </Card>
    </>
  );
}
