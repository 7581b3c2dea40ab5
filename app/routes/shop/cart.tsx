import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ShoppingCart } from "lucide-react";
import { CartLines, NoLongerSold } from "#app/components/cart/cart-lines.tsx";
import { CartSummary, type WrongPostcode } from "#app/components/cart/cart-summary.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useRootData } from "#app/lib/root-data.ts";
import type { CartView } from "#server/cart/cart-view.ts";
import {
  addToCart,
  type CartForm,
  type CartReply,
  cartFormSchema,
  changeQuantity,
  clearCart,
  removeFromCart,
} from "#server/cart/change-cart.server.ts";
import { wrongPlaceIn } from "#server/cart/delivery-place.server.ts";
import { cartCookieHeader, cartIdFrom } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { Notice } from "#server/http/notice.ts";
import { localPath } from "#server/http/same-origin.ts";
import { page } from "#server/process/page.server.ts";
import { goOn } from "../answer-form.server.ts";

export const meta = pageMeta({ title: "Your Cart", noindex: true });

/** A postcode field asks here what delivery costs. What it sends is remembered for the visit. */
export const loader = page(async ({ url }) => {
  const wrong = await wrongPlaceIn(url, "/cart");
  return data({ wrong }, wrong ? 400 : 200);
});

/**
 * A plain form post is redirected with 303 and a notice. The page's JavaScript gets a short response, and the root
 * route reloads the cart.
 */
export const action = page(async ({ context, request }) => {
  const fields = await request.formData().catch(() => undefined);
  const form = cartFormSchema.safeParse(fields && Object.fromEntries(fields));
  if (!form.success)
    throw new ShopError("bad_request", "The cart could not make sense of that. Please try again.");
  const { cartId, notice, status } = await attempt(context, await cartIdFrom(context, request), form.data);
  const cookies = cartId ? [await cartCookieHeader(context, cartId)] : [];
  if (!request.headers.get("accept")?.includes("text/html")) {
    const reply: CartReply = { ok: notice.kind === "success", message: notice.description ?? null };
    return data(reply, { status, headers: cookies.map((cookie) => ["Set-Cookie", cookie]) });
  }
  return goOn(localPath(fields?.get("returnTo"), "/cart"), notice, cookies);
});

interface Outcome {
  cartId: string | null;
  notice: Notice;
  status: number;
}

async function attempt(context: Context, cartId: string | null, form: CartForm): Promise<Outcome> {
  try {
    return { status: 200, ...(await perform(context, cartId, form)) };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const notice: Notice = { kind: "error", title: "Your cart was not changed", description: error.message };
    return { cartId, status: error.status, notice };
  }
}

async function perform(
  context: Context,
  cartId: string | null,
  form: CartForm,
): Promise<Omit<Outcome, "status">> {
  if (form.intent === "add") {
    const added = await addToCart(context, cartId, form);
    return {
      cartId: added.cartId,
      notice: { ...success(`Added to your cart: ${added.productName}`, added.limitMessage), links: onwards },
    };
  }
  if (!cartId) throw new ShopError("not_found", "Your cart is empty");
  if (form.intent === "change") {
    const changed = await changeQuantity(context, cartId, form);
    return { cartId, notice: success("Quantity changed", changed.limitMessage) };
  }
  if (form.intent === "clear") {
    await clearCart(context, cartId);
    return { cartId, notice: success("Your cart is empty", null) };
  }
  await removeFromCart(context, cartId, form);
  return { cartId, notice: success("Removed from your cart", null) };
}

const onwards = [
  { to: "/cart", label: "View your cart" },
  { to: "/checkout", label: "Proceed to Checkout" },
];

function success(title: string, description: string | null): Notice {
  return { kind: "success", title, ...(description ? { description } : {}) };
}

/** The same cart as in the drawer, for browsers without JavaScript. */
export default function CartPage() {
  const cart = useRootData()?.cart;
  const { wrong } = useLoaderData<typeof loader>();
  return (
    <div className="frame py-10 lg:py-16">
      <h1 className="text-title">Your Cart</h1>
      <NoLongerSold cart={cart} />
      {cart && cart.lines.length > 0 ? <FullCart cart={cart} wrong={wrong} /> : <EmptyCart />}
    </div>
  );
}

function EmptyCart() {
  return (
    <div className="flex flex-col items-center gap-6 py-20 text-center">
      <ShoppingCart aria-hidden className="size-12 text-ink-soft" strokeWidth={1.25} />
      <p className="text-lg">Your cart is empty</p>
      <ButtonLink to="/products">Continue Shopping</ButtonLink>
    </div>
  );
}

function FullCart({ cart, wrong }: { cart: CartView; wrong: WrongPostcode | null }) {
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-12">
      <div className="border-y border-line">
        <CartLines lines={cart.lines} />
      </div>
      <Card className="flex flex-col gap-4 lg:sticky lg:top-24">
        <CartSummary cart={cart} wrong={wrong} />
        <ButtonLink to="/checkout" reloadDocument size="large">
          Proceed to Checkout
        </ButtonLink>
        <ButtonLink to="/products" variant="quiet">
          Continue Shopping
        </ButtonLink>
        <ClearCart />
      </Card>
    </div>
  );
}

/**
 * Empties the cart by a form of the whole page: few need it. A module of its own, since the
 * drawer brings those beside it to every page.
 */
export function ClearCart() {
  return (
    <form method="post" action="/cart" className="text-center">
      <input type="hidden" name="intent" value="clear" />
      <input type="hidden" name="returnTo" value="/cart" />
      <button type="submit" className="min-h-6 text-sm text-ink-soft underline underline-offset-4">
        Clear cart
      </button>
    </form>
  );
}
