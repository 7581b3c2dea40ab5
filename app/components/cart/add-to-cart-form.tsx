import { type ReactNode, useEffect, useRef } from "react";
import { openCartDrawer } from "#app/components/cart/cart-drawer.tsx";
import { Button, type ButtonSize } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { useCartForm } from "./use-cart-form.ts";

interface AddToCartFormProps {
  product: { id: number; canBuy: boolean };
  /** Shows a quantity field. Without one, the form adds one item. */
  children?: ReactNode;
  /** The id of the product's name, where several such buttons stand on a page. */
  describedBy?: string;
  size?: ButtonSize;
  className?: string;
}

/**
 * 'Add to Cart'. Opens the drawer when the whole quantity was added, otherwise says beside the button what was not.
 */
export function AddToCartForm({ product, children, describedBy, size, className }: AddToCartFormProps) {
  const { form, pending, message, failed, returnTo } = useCartForm();
  const element = useRef<HTMLFormElement>(null);
  const reply = form.data;
  const addedAll = !pending && reply?.ok === true && reply.message === null;

  // `reply` is new with each answer, so that the drawer opens after every add.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!addedAll) return;
    // A disabled button loses the focus; the drawer returns it when it closes.
    if (document.activeElement === document.body) element.current?.querySelector("button")?.focus();
    openCartDrawer();
  }, [addedAll, reply]);

  return (
    <form.Form
      ref={element}
      method="post"
      action="/cart"
      className={classNames("flex flex-col gap-3", className)}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <div className="flex items-end gap-3">
        {children ?? <input type="hidden" name="quantity" value="1" />}
        <Button
          size={size}
          pending={pending}
          pendingLabel="Adding..."
          disabled={!product.canBuy}
          aria-describedby={describedBy}
          className="flex-1"
        >
          Add to Cart
        </Button>
      </div>
      <p
        role={failed ? "alert" : "status"}
        className={classNames("text-sm font-medium empty:hidden", failed ? "text-clay" : "text-ink-soft")}
      >
        {message}
      </p>
    </form.Form>
  );
}
