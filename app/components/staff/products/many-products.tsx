import { type ChangeEvent, useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import {
  bulkChanged,
  bulkChangeError,
  bulkPricesSchema,
  type PriceAndStockChange,
  productCommands,
} from "#server/catalogue/product-commands.ts";
import { productCsvColumns } from "#server/catalogue/product-csv.ts";
import type { ImportReport } from "#server/catalogue/product-file.server.ts";
import type { StaffProduct } from "#server/catalogue/product-state.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { textOfFile } from "#server/core/text.ts";
import { type Currency, currencyName, currencySign } from "#server/pricing/money.ts";

const NOTHING = { "price.kind": "none", "price.value": "", "stock.kind": "none", "stock.value": "" };

/** More would hide the button. */
const PREVIEWED = 8;

const priceKinds = (currency: Currency) => [
  { value: "none", label: "leave as they are" },
  { value: "percent", label: "change by %" },
  { value: "amount", label: `change by ${currencySign(currency)}` },
];
const stockKinds = [
  { value: "none", label: "leave as it is" },
  { value: "add", label: "add" },
  { value: "set", label: "set to" },
];

/** Price and stock of all selected products at once, with what they will be before anything is saved. */
export function BulkForm({ selected, onDone }: { selected: readonly StaffProduct[]; onDone: () => void }) {
  const currency = useStoreCurrency();
  const hidden = Object.fromEntries(
    selected.flatMap(({ id, version, stockQuantity }, index) => [
      [`products[${index}].id`, id],
      [`products[${index}].seenVersion`, version],
      [`products[${index}].seenStock`, stockQuantity],
    ]),
  );
  return (
    <CommandForm
      command={productCommands.changeMany}
      hidden={hidden}
      shown={NOTHING}
      failure={{ title: "Update failed", message: "Please try again." }}
      label="Change the selected products"
      className="grid gap-4 rounded-lg border border-moss bg-moss-soft p-4"
      onDone={onDone}
    >
      {({ typed = new FormData() }) => {
        const priceKind = typed.get("price.kind") ?? "none";
        const stockKind = typed.get("stock.kind") ?? "none";
        const change = parseForm(typed, { schema: bulkPricesSchema });
        const isNothing = priceKind === "none" && stockKind === "none";
        return (
          <>
            <p role="status" className="font-medium">
              {selected.length} {selected.length === 1 ? "product" : "products"} selected
            </p>
            <div className="flex flex-wrap items-start gap-4">
              <SelectField
                label="Prices"
                field="price.kind"
                options={priceKinds(currency)}
                required={false}
              />
              {priceKind !== "none" && (
                <TextField
                  label={priceKind === "percent" ? "Percent" : `Amount in ${currencyName(currency)}`}
                  field="price.value"
                  inputMode="text"
                  autoComplete="off"
                  required
                  className="w-40"
                />
              )}
              <SelectField label="Stock" field="stock.kind" options={stockKinds} required={false} />
              {stockKind !== "none" && (
                <TextField
                  label="Units"
                  field="stock.value"
                  inputMode="numeric"
                  autoComplete="off"
                  required
                  className="w-32"
                />
              )}
            </div>
            {change.status === "success" && !isNothing && (
              <Preview selected={selected} change={change.value} />
            )}
            <div className="flex flex-wrap gap-3">
              <SubmitButton size="small" disabled={isNothing}>
                Change {selected.length} products
              </SubmitButton>
              <Button type="button" variant="quiet" size="small" onClick={onDone}>
                Clear the selection
              </Button>
            </div>
          </>
        );
      }}
    </CommandForm>
  );
}

function Preview({ selected, change }: { selected: readonly StaffProduct[]; change: PriceAndStockChange }) {
  const currency = useStoreCurrency();
  const money = useStoreMoney();
  return (
    <Table caption="What the products will be">
      <thead>
        <tr>
          <HeadCell>Product</HeadCell>
          <HeadCell>Price</HeadCell>
          <HeadCell>Stock</HeadCell>
        </tr>
      </thead>
      <tbody>
        {selected.slice(0, PREVIEWED).map((product) => {
          const next = bulkChanged(product, change, product.stockQuantity);
          const error = bulkChangeError(next, currency);
          return (
            <tr key={product.id}>
              <Cell>
                {product.name}
                {error && <span className="block text-sm font-medium text-clay">{error}</span>}
              </Cell>
              <Cell className="whitespace-nowrap tabular-nums">
                {money(product.price)} → {money(next.price)}
              </Cell>
              <Cell className="whitespace-nowrap tabular-nums">
                {product.stockQuantity} → {next.stockQuantity}
              </Cell>
            </tr>
          );
        })}
        {selected.length > PREVIEWED && (
          <tr>
            <Cell colSpan={3}>and {selected.length - PREVIEWED} more</Cell>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

const MAX_FILE_BYTES = 5_000_000;

type State =
  | { kind: "empty" }
  | { kind: "checking"; done: number; total: number }
  | { kind: "checked"; csv: string; report: ImportReport }
  | { kind: "importing"; csv: string; report: ImportReport }
  | { kind: "refused"; message: string };

/** A file of products: looked at first, row by row, and imported only as a whole and without errors. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const [state, setState] = useState<State>({ kind: "empty" });
  const utils = trpc.useUtils();

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // The same file can be chosen again after it was mended.
    event.currentTarget.value = "";
    if (!file) return;
    if (file.size > MAX_FILE_BYTES)
      return setState({ kind: "refused", message: "The file is larger than 5 MB." });
    setState({ kind: "checking", done: 0, total: 0 });
    try {
      const csv = textOfFile(new Uint8Array(await file.arrayBuffer()));
      for await (const { done, total, report } of await utils.client.products.checkImport.mutate({ csv })) {
        setState(report ? { kind: "checked", csv, report } : { kind: "checking", done, total });
      }
    } catch (error) {
      setState({
        kind: "refused",
        message: serverMessage(error, "The file could not be checked. Please try again."),
      });
    }
  };

  const start = async (csv: string, report: ImportReport) => {
    setState({ kind: "importing", csv, report });
    try {
      const outcome = await utils.client.products.import.mutate({ csv });
      void utils.products.invalidate();
      if (outcome.errorCount > 0) return setState({ kind: "checked", csv, report: outcome });
      const title = `Imported: ${outcome.created} new, ${outcome.updated} changed, ${outcome.unchanged} as they were`;
      showToast({ kind: "success", title });
      onDone();
    } catch (error) {
      const message = serverMessage(error, "The file was not imported. Please try again.");
      showToast({ kind: "error", title: "Import failed", description: message });
      setState({ kind: "refused", message });
    }
  };

  const isBusy = state.kind === "checking" || state.kind === "importing";
  return (
    <section
      aria-labelledby="import-products"
      className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <h3 id="import-products" className="text-lg">
        Import products
      </h3>
      <p className="max-w-prose text-[0.9375rem]">
        Export the products, change the file and choose it here. It is checked first: nothing is saved until
        you say so, and never half of a file. A row without a slug makes a new product; a column that you
        leave out stays as it is.
      </p>
      <details className="text-[0.9375rem]">
        <summary className="font-medium">The columns</summary>
        <p className="mt-2 break-words">{productCsvColumns.join(", ")}</p>
        <p className="mt-2">
          Prices as decimals (12.50), taxRate as a fraction (0.2), switches as true or false. With version a
          product that was edited since the export is not overwritten; with stockWhenExported the difference
          is added to what is in stock then. With currency a file whose prices are in another than the shop’s
          is refused.
        </p>
      </details>
      <label className="grid gap-1.5 text-sm font-medium">
        CSV file
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          onChange={(event) => void choose(event)}
          className="w-full min-w-0 text-sm font-normal file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-surface file:px-4 file:text-ink"
        />
      </label>
      <div aria-live="polite" className="grid gap-4">
        {state.kind === "checking" && <Progress done={state.done} total={state.total} />}
        {state.kind === "importing" && <p>Importing {state.report.rows} rows…</p>}
        {state.kind === "checked" && <Findings report={state.report} />}
      </div>
      {state.kind === "refused" && <Notice tone="error" title={state.message} />}
      <div className="flex flex-wrap gap-3">
        {(state.kind === "checked" || state.kind === "importing") && (
          <Button
            type="button"
            pending={state.kind === "importing"}
            disabled={state.report.errorCount > 0 || state.report.created + state.report.updated === 0}
            onClick={() => void start(state.csv, state.report)}
          >
            Import {state.report.created + state.report.updated} products
          </Button>
        )}
        <Button type="button" variant="secondary" disabled={isBusy} onClick={onDone}>
          Close
        </Button>
      </div>
    </section>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <p className="grid max-w-md gap-1.5">
      <label htmlFor="import-progress">
        {total === 0 ? "Sending the file…" : `Checked ${done} of ${total} rows`}
      </label>
      <progress
        id="import-progress"
        {...(total === 0 ? {} : { value: done, max: total })}
        className="h-2 w-full accent-moss"
      />
    </p>
  );
}

function Findings({ report }: { report: ImportReport }) {
  const { rows, created, updated, unchanged, errors, errorCount } = report;
  return (
    <>
      <Notice
        tone={errorCount > 0 ? "error" : "success"}
        title={
          errorCount > 0
            ? `${errorCount} of ${rows} rows cannot be imported. Nothing was changed.`
            : `${rows} rows checked: nothing is wrong. Nothing was changed yet.`
        }
      >
        {created} new, {updated} changed, {unchanged} as they are.
      </Notice>
      {errors.length > 0 && (
        <DataTable
          caption="Rows that cannot be imported"
          rows={errors}
          keyOf={({ line }) => line}
          columns={[
            { head: "Line", cell: ({ line }) => line, className: "tabular-nums" },
            { head: "Product", cell: ({ name }) => name },
            { head: "What is wrong", cell: ({ messages }) => messages.join(". ") },
          ]}
        />
      )}
      {errorCount > errors.length && <p>and {errorCount - errors.length} rows more</p>}
    </>
  );
}
