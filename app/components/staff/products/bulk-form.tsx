import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import {
  bulkChanged,
  bulkPricesSchema,
  bulkRefusal,
  type PriceAndStockChange,
} from "#server/catalogue/bulk-change.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import { parseForm } from "#server/core/parse-form.ts";
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
          const refusal = bulkRefusal(next, currency);
          return (
            <tr key={product.id}>
              <Cell>
                {product.name}
                {refusal && <span className="block text-sm font-medium text-clay">{refusal}</span>}
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
