import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { mediaCommands, productCommands } from "#server/catalogue/product-commands.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";
import { isAbout } from "../form-texts.ts";
import { ProductRow } from "./product-row.tsx";

interface CatalogueTableProps {
  products: readonly StaffProduct[];
  categories: readonly string[];
  editedId: number | null;
  /** A product's form, come back from the server where there is no JavaScript. */
  answer: RefusedForm | undefined;
  selectedIds: ReadonlySet<number>;
  onSelect: (ids: number[], selected: boolean) => void;
  onDirty: (product: StaffProduct, dirty: boolean) => void;
  onSaved: (product: StaffProduct) => void;
}

/** The products: a table, whose rows become cards on a narrow screen. */
export function CatalogueTable(props: CatalogueTableProps) {
  const { products, categories, editedId, answer, selectedIds, onSelect, onDirty, onSaved } = props;
  const hydrated = useHydrated();
  const selectable = products.filter(({ isArchived }) => !isArchived).map(({ id }) => id);
  const allSelected = selectable.length > 0 && selectable.every((id) => selectedIds.has(id));
  const answerTo = (command: CommandDefinition, { id }: StaffProduct) =>
    isAbout(answer, command, "id", String(id)) ? answer : undefined;
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
              categories={categories}
              startsOpen={product.id === editedId && !product.isArchived}
              answer={answerTo(productCommands.update, product)}
              mediaAnswers={{
                pictures: answerTo(mediaCommands.savePictures, product),
                documents: answerTo(mediaCommands.saveDocuments, product),
              }}
              selection={
                product.isArchived
                  ? null
                  : {
                      selected: selectedIds.has(product.id),
                      onSelect: (selected) => onSelect([product.id], selected),
                    }
              }
              onDirty={onDirty}
              onSaved={onSaved}
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
