import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { WaitingForStock } from "#server/catalogue/count-waiting.server.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import { EditableCell } from "./editable-cell.tsx";
import { percentText } from "./product-form-values.ts";

const productColumns = ["name", "category", "price", "vat", "stock"] as const;

interface Column {
  label: string;
  cell: (product: SoldProduct, waiting: WaitingForStock) => ReactNode;
  className: string;
  head?: string;
}

const columns: Record<(typeof productColumns)[number], Column> = {
  name: { label: "Name", cell: ({ name }) => name, className: "min-w-40 font-medium" },
  category: { label: "Category", cell: ({ category }) => category, className: "min-w-32 text-ink-soft" },
  price: {
    label: "Price",
    cell: (product) => (
      <EditableCell product={product} field="price">
        <Price of={product} />
      </EditableCell>
    ),
    className: "text-right whitespace-nowrap tabular-nums",
    head: "text-right",
  },
  vat: {
    label: "Tax rate",
    cell: ({ taxRate }) => percentText(taxRate),
    className: "text-right tabular-nums",
    head: "text-right",
  },
  stock: {
    label: "Stock",
    cell: (product, waiting) => (
      <>
        <EditableCell product={product} field="stockQuantity">
          <Stock of={product} />
        </EditableCell>
        <Waiting people={waiting[product.id]} />
      </>
    ),
    className: "text-right whitespace-nowrap tabular-nums",
    head: "text-right",
  },
};

interface ProductsTableProps {
  products: readonly SoldProduct[];
  waiting: WaitingForStock;
}

/** What is sold, with prices and stock to be changed in place by those who may. */
export function ProductsTable({ products, waiting }: ProductsTableProps) {
  const mayEdit = useMay("products.edit");
  return (
    <Table caption="Products">
      <thead>
        <tr>
          {productColumns.map((name) => (
            <HeadCell key={name} className={columns[name].head}>
              {columns[name].label}
            </HeadCell>
          ))}
          <HeadCell>
            <span className="sr-only">Edit</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product.id} data-row={product.id} className="hover:bg-sunken">
            {productColumns.map((name) => (
              <Cell key={name} className={classNames("py-2! align-middle!", columns[name].className)}>
                {columns[name].cell(product, waiting)}
              </Cell>
            ))}
            <Cell className="py-1.5! text-right align-middle!">
              <EditLink product={product} mayEdit={mayEdit} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** How many asked to be told when it is back. */
function Waiting({ people }: { people: number | undefined }) {
  return people ? <span className="block text-sm text-ink-soft">{waitingText(people)}</span> : null;
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

export const NO_EDIT = "edit-needs-administrator";

/** Leads to the product's row in the settings. */
function EditLink({ product: { id, name }, mayEdit }: { product: SoldProduct; mayEdit: boolean }) {
  const label = (
    <>
      Edit <span className="sr-only">{name}</span>
    </>
  );
  if (mayEdit) {
    return (
      <ButtonLink to={`/admin/settings?tab=Products&edit=${id}`} variant="secondary" size="small" data-open>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button type="button" variant="secondary" size="small" aria-disabled aria-describedby={NO_EDIT}>
      {label}
    </Button>
  );
}
