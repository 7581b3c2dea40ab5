import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { CartView } from "#server/cart/cart-view.ts";
import { useCartForm } from "./use-cart-form.ts";

/** What left the shop after it was put into the cart: said, and not charged. */
export function NoLongerSold({ cart }: { cart: CartView | undefined }) {
  if (!cart || cart.noLongerSold.length === 0) return null;
  return (
    <div className="my-4 grid gap-3">
      {cart.noLongerSold.map((product) => (
        <Notice key={product.productId} title={`${product.name} is no longer sold.`}>
          <p>It is not part of your cart any more.</p>
          <Forget {...product} />
        </Notice>
      ))}
    </div>
  );
}

function Forget({ productId, name }: CartView["noLongerSold"][number]) {
  const remove = useCartForm();
  return (
    <remove.form.Form method="post" action="/cart" className="mt-2">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="returnTo" value={remove.returnTo} />
      <Button variant="secondary" size="small" pending={remove.pending}>
        Close <span className="sr-only">the message about {name}</span>
      </Button>
    </remove.form.Form>
  );
}
