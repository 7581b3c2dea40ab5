import { Link } from "@remix-run/react";
import { useId } from "react";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { useMayAsk } from "#app/lib/use-may.ts";
import type { Capability } from "#server/core/roles.ts";
import type { Hit, HitGroup } from "#server/staff/find-everything.server.ts";

export function FindResults({ groups }: { groups: readonly HitGroup[] }) {
  return groups.map(({ kind, label, hits, all }) => (
    <section key={kind} aria-labelledby={`found-${kind}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={`found-${kind}`} className="text-xl">
        {label}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {hits.map((hit) => (
          <li key={hit.key}>
            <Link to={hit.to} className="block min-h-11 rounded-sm px-2 py-2 hover:bg-sunken">
              <HitLine hit={hit} />
            </Link>
          </li>
        ))}
      </ul>
      {all && (
        <p>
          <TextLink to={all}>{allOf[kind]}</TextLink>
        </p>
      )}
    </section>
  ));
}

const allOf: Record<HitGroup["kind"], string> = {
  orders: "All orders that match",
  people: "All people who match",
  products: "All products that match",
  enquiries: "All enquiries that match",
  places: "All pages that match",
};

/** One hit: what it is, and what tells it from others. */
export function HitLine({ hit: { title, detail, status } }: { hit: Hit }) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-medium wrap-anywhere">{title}</span>
      {status && <OrderStatusBadge status={status} />}
      <span className="w-full text-sm wrap-anywhere text-ink-soft">{detail}</span>
    </span>
  );
}

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
