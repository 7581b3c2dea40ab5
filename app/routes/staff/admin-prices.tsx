import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  FindStepped,
  SteppedProducts,
  StepsForm,
  TradeLists,
} from "#app/components/staff/products/prices-page.tsx";
import { PageHead, StaffPart } from "#app/components/staff/staff-page.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findStaffProduct, listSoldProducts } from "#server/catalogue/find-staff-products.server.ts";
import { findSteppedProducts } from "#server/catalogue/set-price-steps.server.ts";
import { currentPriceOf } from "#server/catalogue/staff-product.ts";
import { listTradeLists } from "#server/catalogue/trade-lists.server.ts";
import { rowIdFromText, searchText } from "#server/core/fields.ts";
import { staffPage } from "#server/process/page.server.ts";

const querySchema = z.object({
  product: rowIdFromText.nullable().catch(null),
  search: searchText().catch(""),
});

export const meta = pageMeta({ title: "Prices by quantity", noindex: true });

export const loader = staffPage("products.edit", async ({ context, url }) => {
  const { product: id, search } = querySchema.parse({
    product: url.searchParams.get("product"),
    search: url.searchParams.get("search") ?? "",
  });
  const product = id === null ? null : await findStaffProduct(context, id);
  const found = search === "" ? [] : (await listSoldProducts(context, { search })).products;
  return {
    // What is charged for one: the sale price while on sale.
    product: product && { ...product, currentPrice: currentPriceOf(product) },
    search,
    found: found.map(({ id: foundId, name }) => ({ id: foundId, name })),
    products: await findSteppedProducts(context),
    lists: await listTradeLists(context),
  };
});

export default function AdminPrices() {
  const { product, search, found, products, lists } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <PageHead above={{ to: "/admin/settings?tab=Products", label: "Catalogue" }} isDense>
        Prices by quantity
      </PageHead>
      <StaffPart title="Products" isWide>
        {product && <StepsForm key={product.id} product={product} lists={lists} />}
        <FindStepped search={search} found={found} />
        <SteppedProducts products={products} lists={lists} />
      </StaffPart>
      <TradeLists lists={lists} />
    </div>
  );
}
