import { useState } from "react";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useDelayed } from "#app/lib/use-delayed.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import { foundStatus, SEARCH_DELAY } from "./find-customer.tsx";
import { StockBadge } from "./stock-badge.tsx";

interface FindProductProps {
  onChoose: (product: SoldProduct) => void;
  errors?: string[] | undefined;
}

/** Finds a product by name or description, to be added to an order. */
export function FindProduct({ onChoose, errors }: FindProductProps) {
  const money = useStoreMoney();
  const [query, setSearch] = useState("");
  const search = useDelayed(query.trim(), SEARCH_DELAY);
  const { data, error } = trpc.products.list.useQuery({ search }, { enabled: search !== "" });
  // What was found for other letters is not offered: Enter would choose what nobody asked for.
  const isCurrent = query.trim() === search && search !== "";
  const products = isCurrent ? (data?.products ?? []) : [];
  return (
    <Combobox
      label="Add a product"
      value={query}
      onType={setSearch}
      status={foundStatus(isCurrent ? data?.products.length : undefined, error)}
      {...(errors ? { errors } : {})}
      options={products.map((product) => ({
        id: product.id,
        content: (
          <>
            <span className="font-medium">{product.name}</span>
            <span className="flex items-center gap-3 text-sm tabular-nums">
              {money(product.currentPrice)}
              <StockBadge stock={product.stockQuantity} />
            </span>
          </>
        ),
      }))}
      onChoose={(id) => {
        const product = products.find((each) => each.id === id);
        if (product) onChoose(product);
        setSearch("");
      }}
    />
  );
}
