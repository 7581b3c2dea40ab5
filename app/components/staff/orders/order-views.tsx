import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useMay } from "#app/lib/use-may.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { orderList } from "#server/orders/order-search.ts";

/** Links to what is asked of the orders again and again. */
export function OrderViews() {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const seesMoney = useMay("orders.viewMoney");
  const today = shopDay(new Date());
  const shown = orderList.write({
    ...orderList.read(parameters),
    after: undefined,
    before: undefined,
  });
  const views = [
    { name: "To dispatch", search: { status: "processing" } },
    { name: "Today", search: { from: today, to: today } },
    ...(seesMoney ? [{ name: "Refunded", search: { status: "refunded" } }] : []),
  ].map(({ name, search }) => ({ name, query: new URLSearchParams(Object.entries(search)).toString() }));
  return (
    <ul aria-label="Views" className="flex flex-wrap gap-1.5">
      {views.map(({ name, query }) => (
        <li key={name}>
          <Link
            to={`${pathname}?tab=orders&view=all&${query}`}
            aria-current={query === shown.toString() ? "true" : undefined}
            preventScrollReset
            className={classNames(
              "inline-flex min-h-9 items-center rounded-full border px-3 text-sm no-underline",
              query === shown.toString()
                ? "border-moss bg-moss text-on-moss"
                : "border-line text-ink-soft hover:bg-sunken hover:text-ink",
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
