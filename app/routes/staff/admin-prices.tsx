import { Form, Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { StepList, StepWarnings } from "#app/components/staff/products/pack-fields.tsx";
import { PageHead, StaffPart } from "#app/components/staff/staff-page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { findSteppedProducts, type SteppedProductView } from "#server/catalogue/change-products.server.ts";
import { findStaffProduct, listSoldProducts } from "#server/catalogue/find-staff-products.server.ts";
import { priceCommands } from "#server/catalogue/price-commands.ts";
import { currentPriceOf } from "#server/catalogue/product-state.ts";
import { listTradeLists, type TradeListView } from "#server/catalogue/trade-lists.server.ts";
import { rowIdFromText, searchText } from "#server/core/fields.ts";
import { labelIn, penceToDecimal } from "#server/pricing/money.ts";
import { cheaperTotals } from "#server/pricing/price-steps.ts";
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

/** Rows that stand empty below the filled ones. */
const EMPTY_ROWS = 3;

interface StepsFormProps {
  product: SteppedProductView;
  lists: readonly TradeListView[];
}

/** The prices by quantity of one product: a row for each step. A row without a quantity and a price is left out. */
export function StepsForm({ product, lists }: StepsFormProps) {
  const money = useStoreMoney();
  const currency = useStoreCurrency();
  const saved = product.priceSteps.map(({ minQuantity, price, tradeList }) => ({
    minQuantity: String(minQuantity),
    price: penceToDecimal(price),
    tradeList: tradeList ?? "",
  }));
  const [more, setMore] = useState(EMPTY_ROWS);
  const empty = Array.from({ length: more }, () => ({ minQuantity: "", price: "", tradeList: "" }));
  const shownLists = [
    { value: "", label: "Everybody" },
    ...lists.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const price = product.onSale
    ? `${money(product.currentPrice)} on sale, ${money(product.price)} otherwise`
    : money(product.price);
  return (
    <CommandForm
      command={priceCommands.setSteps}
      hidden={{ id: product.id }}
      version={{ name: "seenVersion", current: product.version }}
      // Rows that stand empty are left out as the server reads the form.
      isUnchecked
      label={product.name}
      className="grid gap-5 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <div>
        <h3 className="text-lg">{product.name}</h3>
        <p className="text-sm text-ink-soft">One costs {price}.</p>
      </div>
      <WrongSteps />
      <ol className="grid gap-4">
        {[...saved, ...empty].map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and none moves
          <li key={index}>
            <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_8rem_minmax(0,16rem)]">
              <legend className="sr-only">Step {index + 1}</legend>
              <TextField
                label="From"
                inputMode="numeric"
                autoComplete="off"
                field={`steps[${index}].minQuantity`}
                saved={row.minQuantity}
              />
              <TextField
                label={labelIn("Price each", currency)}
                inputMode="decimal"
                autoComplete="off"
                field={`steps[${index}].price`}
                saved={row.price}
              />
              <SelectField
                label="For"
                options={shownLists}
                field={`steps[${index}].tradeList`}
                saved={row.tradeList}
                className="max-sm:col-span-2"
              />
            </fieldset>
          </li>
        ))}
      </ol>
      <p className="max-w-prose text-sm text-ink-soft">
        Empty rows are left out; clear a row to remove its step. A price for everybody begins at 2, one for a
        trade list may begin at 1. The lowest price that applies is charged, the sale price included.
      </p>
      <StepWarnings product={product} lists={lists} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Save prices</SubmitButton>
        <Button type="button" variant="secondary" onClick={() => setMore(more + 1)}>
          Add a step
        </Button>
        <ButtonLink to="/admin/prices" variant="secondary">
          Close
        </ButtonLink>
      </div>
    </CommandForm>
  );
}

function WrongSteps() {
  const { errors } = useFieldsOfForm()("steps");
  return errors ? <Notice tone="error" title={errors.join(". ")} /> : null;
}

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
          ...figure,
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

/** The lists of prices that customers carry: made, renamed, and removed while nobody uses them. */
export function TradeLists({ lists }: { lists: readonly TradeListView[] }) {
  return (
    <StaffPart title="Trade lists" isWide>
      <p className="max-w-prose text-[0.9375rem] text-ink-soft">
        A customer whose account carries a list sees and pays its prices once they are signed in. You choose
        the list of a customer under <TextLink to="/admin/users">users</TextLink>, on the tab Business.
      </p>
      {lists.length === 0 ? (
        <p className="text-sm text-ink-soft">There is no list yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {lists.map((list) => (
            <TradeListRow key={list.code} list={list} />
          ))}
        </ul>
      )}
      <NewList />
    </StaffPart>
  );
}

function TradeListRow({ list }: { list: TradeListView }) {
  const { code, name, version, customers, products } = list;
  const inUse = customers > 0 || products > 0;
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 py-4">
      <CommandForm
        command={priceCommands.renameList}
        hidden={{ code }}
        version={{ name: "seenVersion", current: version }}
        label={`Rename ${name}`}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField label={`Name of the list ${code}`} autoComplete="off" field="name" saved={name} />
        <SubmitButton variant="secondary" size="small" className="mb-1">
          Rename<span className="sr-only"> {name}</span>
        </SubmitButton>
      </CommandForm>
      <p className="text-sm text-ink-soft tabular-nums">
        {customers} {customers === 1 ? "customer" : "customers"}, {products}{" "}
        {products === 1 ? "product" : "products"}
      </p>
      {!inUse && (
        <CommandForm
          command={priceCommands.removeList}
          hidden={{ code }}
          label={`Remove ${name}`}
          look="secondary"
          button={
            <>
              Remove<span className="sr-only"> {name}</span>
            </>
          }
        />
      )}
    </li>
  );
}

function NewList() {
  return (
    <CommandForm
      command={priceCommands.createList}
      label="A new list"
      className="flex flex-wrap items-end gap-3"
    >
      <TextField label="Name of a new list" autoComplete="off" field="name" />
      <SubmitButton className="mb-0.5">Make the list</SubmitButton>
    </CommandForm>
  );
}
