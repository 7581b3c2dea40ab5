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
