import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import { ProductRow } from "./product-row.tsx";

interface CatalogueTableProps {
  products: readonly StaffProduct[];
  categories: readonly string[];
  /** The product whose form is open, as it is saved now. */
  edited: StaffProduct | null;
  addressOfEditor: (id: number) => string;
  selectedIds: ReadonlySet<number>;
  onSelect: (ids: number[], selected: boolean) => void;
  onCloseEditor: () => void;
}

/** The products: a table, whose rows become cards on a narrow screen. */
export function CatalogueTable(props: CatalogueTableProps) {
  const { products, categories, edited, addressOfEditor, selectedIds, onSelect, onCloseEditor } = props;
  const hydrated = useHydrated();
  const selectable = products.filter(({ isArchived }) => !isArchived).map(({ id }) => id);
  const allSelected = selectable.length > 0 && selectable.every((id) => selectedIds.has(id));
  return (
    <div className="grid gap-3">
      {selectable.length > 0 && (
        <label
          className={classNames("flex w-fit items-center gap-3 text-sm md:pl-2", !hydrated && "invisible")}
        >
          <input
            type="checkbox"
            checked={allSelected}
            onChange={(event) => onSelect(selectable, event.currentTarget.checked)}
            className="size-6"
          />
          Select all shown
        </label>
      )}
      <table className="w-full border-collapse text-left text-[0.9375rem] max-md:block">
        <caption className="sr-only">Products</caption>
        <thead className="max-md:hidden">
          <tr className="border-b border-line-strong text-sm">
            <Head>
              <span className="sr-only">Selected</span>
            </Head>
            <Head>Product</Head>
            <Head className="text-right">Price</Head>
            <Head className="text-right">Stock</Head>
            <Head className="text-right">VAT</Head>
            <Head>
              <span className="sr-only">Actions</span>
            </Head>
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              edited={product.id === edited?.id ? edited : null}
              addressOfEditor={addressOfEditor(product.id)}
              categories={categories}
              selection={
                product.isArchived
                  ? null
                  : {
                      selected: selectedIds.has(product.id),
                      onSelect: (selected) => onSelect([product.id], selected),
                    }
              }
              onCloseEditor={onCloseEditor}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={classNames("px-3 py-2 font-semibold", className)}>
      {children}
    </th>
  );
}
