import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { TabPages, TabSearch } from "#app/components/staff/tab-list.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { SoldProduct, SoldProductPage } from "#server/catalogue/find-staff-products.server.ts";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE } from "#server/pricing/vat.ts";
import type { WaitingForStock } from "#server/stock-alerts/count-waiting.server.ts";
import { waitingText } from "#server/stock-alerts/stock-alert.ts";
import { percentText } from "./product-form-values.ts";
import { useSoldProducts } from "./use-sold-products.ts";

/** The Products tab of the dashboard: what is sold, and what VAT it carries. */
export function ProductsPanel(loaded: DashboardPanelProps<SoldProductPage>) {
  const { search, stock, after, list, refresh } = useSoldProducts(loaded);
  const { products, next, waiting } = list.data;
  const here = { screen: "/admin", tab: "products", search, stock } as const;
  return (
    <StaffPanel
      id="products"
      title={stock ? "Products that run low" : "Products"}
      list={list}
      onRefresh={refresh}
      search={<TabSearch {...here} label="Search products" />}
      what="the products"
    >
      {products.length === 0 ? (
        <EmptyState title={stock && !search ? "Nothing runs low" : "No products found"} headingLevel={3}>
          {stock && !search
            ? "A product stands here while no more of it is left than the low-stock threshold."
            : "Try fewer letters, or clear the search."}
        </EmptyState>
      ) : (
        <ProductsTable products={products} waiting={waiting} />
      )}
      <TabPages {...here} {...{ after, next }} />
      <VatInfo />
    </StaffPanel>
  );
}

interface ProductsTableProps {
  products: readonly SoldProduct[];
  waiting: WaitingForStock;
}

function ProductsTable({ products, waiting }: ProductsTableProps) {
  const money = useStoreMoney();
  const mayEdit = useMay("products.edit");
  return (
    <Table caption="Products">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Category</HeadCell>
          <HeadCell className="text-right">Price</HeadCell>
          <HeadCell className="text-right">Tax rate</HeadCell>
          <HeadCell className="text-right">Stock</HeadCell>
          <HeadCell>
            <span className="sr-only">Edit</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product.id} className="hover:bg-sunken">
            <Cell className="min-w-40 font-medium align-middle!">{product.name}</Cell>
            <Cell className="min-w-32 text-ink-soft align-middle!">{product.category}</Cell>
            <Cell className="text-right whitespace-nowrap tabular-nums align-middle!">
              {money(product.currentPrice)}
            </Cell>
            <Cell className="text-right tabular-nums align-middle!">{percentText(product.taxRate)}</Cell>
            <Cell className="text-right whitespace-nowrap tabular-nums align-middle!">
              {product.stockQuantity > 0 ? (
                product.stockQuantity
              ) : (
                // Its words end where the numbers do.
                <Badge tone="clay" className="-mr-2.5">
                  Out of Stock
                </Badge>
              )}
              <Waiting people={waiting[product.id]} />
            </Cell>
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

const NO_EDIT = "edit-needs-administrator";

/** Leads to the product's row in the settings. */
function EditLink({ product: { id, name }, mayEdit }: { product: SoldProduct; mayEdit: boolean }) {
  const label = (
    <>
      Edit <span className="sr-only">{name}</span>
    </>
  );
  if (mayEdit) {
    return (
      <ButtonLink to={`/admin/settings?tab=Products&edit=${id}`} variant="secondary" size="small">
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
          <dt className="font-medium">{percentText(STANDARD_VAT_RATE)}</dt>
          <dd>Standard rate: soil products, and every product that names no rate of its own.</dd>
          <dt className="font-medium">{percentText(REDUCED_VAT_RATE)}</dt>
          <dd>
            Reduced rate. Ask an adviser before you sell animal feed at another rate than the standard one.
          </dd>
        </dl>
        <p className="mt-3 text-sm text-ink-soft">Prices are what customers pay, VAT included.</p>
      </Card>
    </>
  );
}
