import { Checkout, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { CheckoutForm } from "./checkout-details.ts";
import { DEFAULT_COUNTRY, emptyCheckoutForm } from "./checkout-form.ts";
import { formOf } from "./customer-address.ts";

/**
 * What the checkout form starts with: what was typed for this cart before (a reload, a return from the payment page),
 * else what the signed-in customer's account knows, else an untouched form.
 */
export async function findCheckoutForm(context: Context, cartId: string | null): Promise<CheckoutForm> {
  const em = context.em.fork();
  const begun = cartId
    ? await em.findOne(
        Checkout,
        { cart: cartId, status: { $ne: "paid" }, details: { $ne: null } },
        { orderBy: { createdAt: "desc" } },
      )
    : null;
  if (begun?.details) return formOf(begun.details);
  const user = context.actor.kind === "user" ? await em.findOne(User, context.actor.id) : null;
  if (!user) return emptyCheckoutForm;
  const [firstName = "", ...rest] = user.name.split(" ");
  return {
    ...emptyCheckoutForm,
    firstName,
    lastName: rest.join(" "),
    email: user.email,
    phone: user.phone,
    address: user.address,
    city: user.city,
    postcode: user.postcode,
    country: user.country || DEFAULT_COUNTRY,
  };
}
