import { useFetcher, useLocation } from "@remix-run/react";
import type { CartReply } from "#server/cart/change-cart.server.ts";

/**
 * A form to /cart that stays on the page: `form.Form` posts in the background with JavaScript, and without it the
 * server sends the browser back to `returnTo`.
 */
export function useCartForm() {
  const form = useFetcher<CartReply>();
  const { pathname, search } = useLocation();
  return {
    form,
    pending: form.state !== "idle",
    /** The server's words, once it has answered. */
    message: form.state === "idle" ? (form.data?.message ?? null) : null,
    failed: form.state === "idle" && form.data?.ok === false,
    returnTo: pathname + search,
  };
}
