import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { AskFirst, CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { StaffProduct } from "#server/catalogue/product-state.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import { displayRate } from "#server/orders/vat-document.ts";
import { DocumentsForm, PicturesForm } from "./media-forms.tsx";
import { EditProductForm } from "./product-forms.tsx";

interface CatalogueTableProps {
  products: readonly StaffProduct[];
  categories: readonly string[];
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

interface ProductRowProps {
  product: StaffProduct;
  /** The same where the address asks for its forms. */
  edited: StaffProduct | null;
  addressOfEditor: string;
  categories: readonly string[];
  /** Null for what cannot be selected. */
  selection: { selected: boolean; onSelect: (selected: boolean) => void } | null;
  onCloseEditor: () => void;
}

const COLUMNS = 6;

/** One product of the catalogue: as it is, or its forms in the same place. */
function ProductRow(props: ProductRowProps) {
  const { product, edited, addressOfEditor, categories, selection, onCloseEditor } = props;
  const hydrated = useHydrated();
  const row = useRef<HTMLTableRowElement>(null);
  const editLink = useRef<HTMLAnchorElement>(null);
  const isOpen = edited !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The focus goes where the work is: into the form, unless somebody typed there before hydration, or where the address
    // leads; and back to its button, unless it has gone elsewhere.
    const active = document.activeElement;
    const isInForm = row.current?.contains(active);
    if (isOpen && !wasOpen.current && !isInForm && row.current) placeOfWork(row.current)?.focus();
    const isElsewhere = !isInForm && !active?.contains(row.current);
    if (!isOpen && wasOpen.current && !isElsewhere) editLink.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (edited) {
    return (
      <tr ref={row} id={`product-${product.id}-row`} className="max-md:block md:border-b md:border-line">
        <td
          colSpan={COLUMNS}
          className="rounded-lg bg-sunken/40 p-4 max-md:block max-md:border max-md:border-line"
        >
          <EditProductForm product={edited} categories={categories} onClose={onCloseEditor} />
          <div className="mt-6 grid gap-6">
            <PicturesForm product={edited} />
            <DocumentsForm product={edited} />
          </div>
        </td>
      </tr>
    );
  }
  return (
    <tr
      ref={row}
      id={`product-${product.id}-row`}
      data-row={product.id}
      className="border-line align-top max-md:flex max-md:flex-wrap max-md:items-start max-md:gap-x-4 max-md:gap-y-2 max-md:rounded-lg max-md:border max-md:bg-surface max-md:p-4 md:border-b md:hover:bg-sunken"
    >
      <td className="md:py-3 md:pl-2">
        {selection && (
          <input
            type="checkbox"
            aria-label={`Select ${product.name}`}
            data-select
            checked={selection.selected}
            onChange={(event) => selection.onSelect(event.currentTarget.checked)}
            className={classNames("size-6", !hydrated && "invisible")}
          />
        )}
      </td>
      <td className="max-md:w-[calc(100%-2.5rem)] md:px-3 md:py-3">
        <div className="flex items-start gap-3">
          <Picture
            src={product.imageUrl}
            alt=""
            sizes="48px"
            className="size-12 shrink-0 rounded-md object-cover"
          />
          <div className="min-w-0">
            <p className="font-medium">{product.name}</p>
            <p className="text-sm text-ink-soft">{product.category}</p>
            <Flags product={product} />
          </div>
        </div>
      </td>
      <td className="whitespace-nowrap tabular-nums md:px-3 md:py-3 md:text-right">
        <Prices product={product} />
      </td>
      <td className="whitespace-nowrap md:px-3 md:py-3 md:text-right">
        <Stock product={product} />
      </td>
      <td className="text-ink-soft md:px-3 md:py-3 md:text-right">
        <span className="md:hidden">VAT </span>
        <span>{product.taxRate === null ? "standard" : displayRate(product.taxRate)}</span>
      </td>
      <td className="max-md:w-full md:py-3 md:pl-3">
        <div className="flex flex-wrap gap-2 md:justify-end">
          {!product.isArchived && (
            <Link
              ref={editLink}
              to={addressOfEditor}
              preventScrollReset
              data-open
              className={buttonClass({ variant: "secondary", size: "small" })}
            >
              Edit <span className="sr-only">{product.name}</span>
            </Link>
          )}
          <ArchiveButton product={product} />
        </div>
      </td>
    </tr>
  );
}

function placeOfWork(row: HTMLElement): HTMLElement | null {
  const named = window.location.hash === "" ? null : document.getElementById(window.location.hash.slice(1));
  return named && row.contains(named) ? named : row.querySelector<HTMLElement>("input[name=name]");
}

function Flags({ product }: { product: StaffProduct }) {
  if (!product.isBestseller && !product.isNew && !product.isArchived) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-1.5">
      {product.isBestseller && <Badge tone="ink">Bestseller</Badge>}
      {product.isNew && <Badge tone="moss">New</Badge>}
      {product.isArchived && <Badge tone="outline">Archived</Badge>}
    </p>
  );
}

function Prices({ product: { price, salePrice, onSale } }: { product: StaffProduct }) {
  const money = useStoreMoney();
  if (!onSale || salePrice === null) return <span>{money(price)}</span>;
  return (
    <>
      <span className="font-medium text-clay">{money(salePrice)}</span>{" "}
      <s className="text-sm text-ink-soft md:block">
        <span className="sr-only">instead of </span>
        <span>{money(price)}</span>
      </s>
    </>
  );
}

function Stock({ product: { stockQuantity, heldQuantity, peopleWaiting } }: { product: StaffProduct }) {
  return (
    <>
      {stockQuantity > 0 ? (
        <span className="tabular-nums">
          <span>{stockQuantity}</span>
          <span className="md:sr-only"> in stock</span>
        </span>
      ) : (
        <Badge tone="clay">Out of Stock</Badge>
      )}
      {heldQuantity > 0 && <span className="text-sm text-ink-soft md:block"> {heldQuantity} held</span>}
      {peopleWaiting > 0 && (
        <span className="text-sm text-ink-soft md:block"> {waitingText(peopleWaiting)}</span>
      )}
    </>
  );
}

/** Takes a product out of the shop, after asking, or puts it back. */
function ArchiveButton({ product: { id, version, name, isArchived } }: { product: StaffProduct }) {
  const hydrated = useHydrated();
  const expected = { id, seenVersion: version };
  if (isArchived) {
    return (
      <CommandForm command={productCommands.restore} hidden={expected} label={`Restore ${name}`}>
        <SubmitButton variant="quiet" size="small">
          <span>Restore</span> <span className="sr-only">{name}</span>
        </SubmitButton>
      </CommandForm>
    );
  }
  return (
    <AskFirst
      command={productCommands.archive}
      hidden={expected}
      opener={{
        size: "small",
        className: hydrated ? undefined : "invisible",
        children: (
          <>
            <span>Archive</span> <span className="sr-only">{name}</span>
          </>
        ),
      }}
      title={`Archive “${name}”?`}
      label={`Archive ${name}`}
      button="Archive product"
    >
      <p>
        It goes from the shop, and carts that hold it say that it is no longer sold. Its orders stay, and it
        can be restored at any time.
      </p>
    </AskFirst>
  );
}
