import { useState } from "react";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useDelayed } from "#app/lib/use-delayed.ts";
import type { CustomerView } from "#server/customers/list-users.server.ts";

/** How long typing must rest before the server is asked, in milliseconds. */
export const SEARCH_DELAY = 200;

export function foundStatus(count: number | undefined, error: unknown): string {
  if (error) return serverMessage(error, "The server did not answer. Please type again.");
  if (count === undefined) return "Searching";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 found" : `${count} found`;
}

/** Finds a customer by name, email or username. */
export function FindCustomer({ onChoose }: { onChoose: (customer: CustomerView) => void }) {
  const [query, setSearch] = useState("");
  const search = useDelayed(query.trim(), SEARCH_DELAY);
  const { data, error } = trpc.shop.customers.useQuery({ search }, { enabled: search !== "" });
  // What was found for other letters is not offered: Enter would choose what nobody asked for.
  const isCurrent = query.trim() === search && search !== "";
  const customers = isCurrent ? (data?.customers ?? []) : [];
  return (
    <Combobox
      label="Find a customer"
      hint="Name, email or username. For a new customer, fill in the fields below."
      hasFirstFocus
      value={query}
      onType={setSearch}
      status={foundStatus(isCurrent ? data?.customers.length : undefined, error)}
      options={customers.map(({ id, name, email, city }) => ({
        id,
        content: (
          <>
            <span className="font-medium">{name}</span>
            <span className="text-sm break-all text-ink-soft">
              {email}
              {city && `, ${city}`}
            </span>
          </>
        ),
      }))}
      onChoose={(id) => {
        const customer = customers.find((each) => each.id === id);
        if (customer) onChoose(customer);
        setSearch("");
      }}
    />
  );
}
