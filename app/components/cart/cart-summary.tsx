import { Link } from "@remix-run/react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { basketEnquiryPath } from "#server/cart/basket-enquiry.ts";
import type { CartView } from "#server/cart/cart-view.ts";

const row = "flex flex-wrap items-baseline justify-between gap-x-4";

/** Subtotal, Shipping and Total, with what delivery really costs (docs/rules.md#delivery-4). */
export function CartSummary({ cart }: { cart: CartView }) {
  const money = useStoreMoney();
  return (
    <dl className="flex flex-col gap-2 tabular-nums">
      <div className={row}>
        <dt className="text-ink-soft">Subtotal</dt>
        <dd>{money(cart.subtotal)}</dd>
      </div>
      <div className={row}>
        <dt className="text-ink-soft">Shipping</dt>
        <dd>{cart.drawerShipping === null ? "by postcode" : money(cart.drawerShipping)}</dd>
        <dd className="w-full text-sm text-ink-soft">
          {cart.deliverySentence}
          {cart.drawerShipping === null && (
            <>
              {" "}
              <Link to={basketEnquiryPath({ country: "" })} className="underline">
                Ask us what delivery costs
              </Link>
            </>
          )}
        </dd>
      </div>
      <div className={classNames(row, "mt-2 border-t border-line pt-3 text-lg font-semibold")}>
        <dt>Total</dt>
        <dd>{money(cart.drawerTotal)}</dd>
      </div>
    </dl>
  );
}
