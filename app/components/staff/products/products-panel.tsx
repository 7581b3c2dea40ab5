import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { StaffList } from "#app/components/staff/kit/staff-list.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { SoldProductPage } from "#server/catalogue/find-staff-products.server.ts";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE } from "#server/pricing/vat.ts";
import { percentText } from "./product-form-values.ts";
import { NO_EDIT, ProductsTable } from "./products-table.tsx";
import { useSoldProducts } from "./use-sold-products.ts";

/** The Products tab of the dashboard: what is sold, and what VAT it carries. */
export function ProductsPanel(loaded: DashboardPanelProps<SoldProductPage>) {
  const { products, waiting, shown } = useSoldProducts(loaded);
  return (
    <>
      <StaffList id="products" {...shown}>
        <ProductsTable products={products} waiting={waiting} />
      </StaffList>
      <VatInfo />
    </>
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
