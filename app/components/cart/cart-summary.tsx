import { Link } from "@remix-run/react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { type CartView, cartEnquiryPath } from "#server/cart/cart-view.ts";
import type { Place } from "#server/pricing/delivery-zones.ts";
import { PostcodeForm } from "./postcode-form.tsx";

/** A postcode field that held something else. */
export interface WrongPostcode {
  typed: string;
  message: string;
}

function withoutPrice({ deliveryTo }: CartView): string {
  return deliveryTo?.problem ? "none yet" : "by postcode";
}

function askedPlace({ deliveryTo }: CartView): Place {
  return deliveryTo ? { country: "GB", postcode: deliveryTo.postcode } : { country: "" };
}

const row = "flex flex-wrap items-baseline justify-between gap-x-4";

/** Subtotal, Shipping and Total, with what delivery really costs (docs/rules.md#delivery-4). */
export function CartSummary({ cart, wrong }: { cart: CartView; wrong?: WrongPostcode | null }) {
  const money = useStoreMoney();
  return (
    <>
      {cart.deliveryTo !== undefined && (
        <PostcodeForm
          action="/cart"
          postcode={wrong?.typed ?? cart.deliveryTo?.postcode ?? ""}
          error={wrong?.message}
        />
      )}
      <dl className="flex flex-col gap-2 tabular-nums">
        <div className={row}>
          <dt className="text-ink-soft">Subtotal</dt>
          <dd>{money(cart.subtotal)}</dd>
        </div>
        <div className={row}>
          <dt className="text-ink-soft">
            Shipping{cart.deliveryTo && cart.drawerShipping !== null && ` to ${cart.deliveryTo.postcode}`}
          </dt>
          <dd>{cart.drawerShipping === null ? withoutPrice(cart) : money(cart.drawerShipping)}</dd>
          <dd className="w-full text-sm text-ink-soft">
            <span>{cart.deliveryTo?.problem ?? cart.deliverySentence}</span>
            {cart.drawerShipping === null && (
              <>
                {" "}
                <Link to={cartEnquiryPath(askedPlace(cart))} className="underline">
                  Ask us what delivery costs
                </Link>
              </>
            )}
          </dd>
        </div>
        <div className={classNames(row, "mt-2 border-t border-line pt-3 text-lg font-semibold")}>
          <dt>{cart.drawerShipping === null ? "Total before delivery" : "Total"}</dt>
          <dd>{money(cart.drawerTotal)}</dd>
        </div>
      </dl>
    </>
  );
}
