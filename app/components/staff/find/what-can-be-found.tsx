import { useId } from "react";
import { useMayAsk } from "#app/lib/use-may.ts";
import type { Capability } from "#server/core/capabilities.ts";

/** What can be looked for, and who may. */
const kinds: readonly { needs: Capability; words: string }[] = [
  {
    needs: "orders.view",
    words:
      "Orders, by invoice number, customer, email, telephone number (also its last six digits), postcode, town, or a product in them",
  },
  { needs: "orders.viewMoney", words: "Orders, by the id of a payment or a refund" },
  { needs: "customers.view", words: "People, by name, email, telephone number or postcode" },
  { needs: "products.view", words: "Products, by name or number" },
  { needs: "enquiries.view", words: "Enquiries, by sender or subject" },
  { needs: "dashboard.view", words: "Pages and settings, by name" },
];

/** Tells what a text may find, of what the reader may see. */
export function WhatCanBeFound() {
  const may = useMayAsk();
  const id = useId();
  return (
    <section aria-labelledby={id} className="text-left">
      <h2 id={id} className="text-lg">
        What can be found
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-ink-soft">
        {kinds
          .filter(({ needs }) => may(needs))
          .map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
      </ul>
    </section>
  );
}
