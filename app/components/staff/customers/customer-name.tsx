import { Link } from "@remix-run/react";
import { useMay } from "#app/lib/use-may.ts";
import { type CustomerKey, customerPath } from "#server/staff/customer-view.ts";

/** Somebody's name; for those who may see customers it leads to their page. */
export function CustomerName({ of: key, name }: { of: CustomerKey; name: string }) {
  const mayFollow = useMay("customers.view");
  if (!mayFollow) return <span>{name}</span>;
  return (
    <Link to={customerPath(key)} discover="none" className="underline">
      {name}
    </Link>
  );
}
