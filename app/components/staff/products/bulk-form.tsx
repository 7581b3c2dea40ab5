import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { bulkChanged, bulkChangeSchema, bulkRefusal } from "#server/catalogue/bulk-change.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import type { StaffProduct } from "#server/catalogue/staff-product.ts";
import { type Currency, currencyName, currencySign } from "#server/pricing/money.ts";
import { showDone } from "../form-texts.ts";

interface BulkFormProps {
  selected: readonly StaffProduct[];
  onDone: () => void;
}

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
export function BulkForm({ selected, onDone }: BulkFormProps) {
  const currency = useStoreCurrency();
  const [values, setValues] = useState({ priceKind: "none", price: "", stockKind: "none", stock: "" });
  const utils = trpc.useUtils();
  const change = trpc.products.changeMany.useMutation({
    onSuccess: (result) => {
      void utils.products.invalidate();
      showDone(productCommands.changeMany, result);
      onDone();
    },
    onError: (error) => {
      void utils.products.invalidate();
      const description = serverMessage(error, "Please try again.");
      showToast({ kind: "error", title: "Update failed", description });
    },
  });
  const sent = {
    products: selected.map(({ id, version, stockQuantity }) => ({
      id,
      seenVersion: version,
      seenStock: stockQuantity,
    })),
    price: { kind: values.priceKind, value: values.price },
    stock: { kind: values.stockKind, value: values.stock },
  };
  const parsed = bulkChangeSchema.safeParse(sent);
  const errorsAt = (part: "price" | "stock") => {
    const isBlank = values[part] === "";
    const issue = parsed.error?.issues.find(({ path }) => path[0] === part);
    return issue && !isBlank ? [issue.message] : undefined;
  };
  const tooMany = parsed.error?.issues.find(({ path }) => path[0] === "products")?.message;
  const isNothing = values.priceKind === "none" && values.stockKind === "none";
  const set = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [name]: value }));
  };
  return (
    <form
      aria-label="Change the selected products"
      onSubmit={(event) => {
        event.preventDefault();
        if (!parsed.success || isNothing) return;
        const { price } = parsed.data;
        const pounds = price.kind === "amount" ? { ...price, value: values.price } : price;
        change.mutate({ ...parsed.data, price: pounds });
      }}
      className="grid gap-4 rounded-lg border border-moss bg-moss-soft p-4"
    >
      <p role="status" className="font-medium">
        {selected.length} {selected.length === 1 ? "product" : "products"} selected
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <SelectField
          label="Prices"
          value={values.priceKind}
          onChange={set("priceKind")}
          options={priceKinds(currency)}
        />
        {values.priceKind !== "none" && (
          <TextField
            label={values.priceKind === "percent" ? "Percent" : `Amount in ${currencyName(currency)}`}
            value={values.price}
            onChange={set("price")}
            errors={errorsAt("price")}
            inputMode="text"
            autoComplete="off"
            required
            className="w-40"
          />
        )}
        <SelectField
          label="Stock"
          value={values.stockKind}
          onChange={set("stockKind")}
          options={stockKinds}
        />
        {values.stockKind !== "none" && (
          <TextField
            label="Units"
            inputMode="numeric"
            value={values.stock}
            onChange={set("stock")}
            errors={errorsAt("stock")}
            required
            className="w-32"
          />
        )}
      </div>
      {parsed.success && !isNothing && <Preview selected={selected} change={parsed.data} />}
      {tooMany && <Notice tone="error" title={tooMany} />}
      {change.error && (
        <Notice tone="error" title="Update failed">
          {serverMessage(change.error, "Please try again.")}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="small" pending={change.isPending} disabled={isNothing || !parsed.success}>
          Change {selected.length} products
        </Button>
        <Button type="button" variant="quiet" size="small" onClick={onDone}>
          Clear the selection
        </Button>
      </div>
    </form>
  );
}

interface PreviewProps {
  selected: readonly StaffProduct[];
  change: Parameters<typeof bulkChanged>[1];
}

function Preview({ selected, change }: PreviewProps) {
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
