import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PlacedOrder } from "#app/components/checkout/placed-order.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  findConfirmation,
  isExpiredLink,
  resendOwnConfirmation,
} from "#server/orders/confirmation-page.server.ts";
import { page } from "#server/process/page.server.ts";
import { goOn } from "../answer-form.server.ts";

export const meta = pageMeta({ title: "Order confirmation", noindex: true });

export const headers = privatePageHeaders;

export const loader = page(async ({ context, request, url }) => {
  const token = url.searchParams.get("t");
  const order = await findConfirmation(context, { cartId: await cartIdFrom(context, request), token });
  return {
    order: order ?? null,
    token,
    expired: !order && (await isExpiredLink(context, token)),
    storeEmail: context.settings.storeEmail,
  };
});

/** Sends the confirmation again to the address of the order. */
export const action = page(async ({ context, request, url }) => {
  const token = url.searchParams.get("t");
  try {
    await resendOwnConfirmation(context, { cartId: await cartIdFrom(context, request), token });
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "rate_limited") throw error;
    return data({ refusal: error.message }, error.status);
  }
  return goOn(`${url.pathname}${url.search}`, { title: "Confirmation sent" });
});

export default function OrderConfirmation() {
  const { order, token, expired, storeEmail } = useLoaderData<typeof loader>();
  return (
    <div className="frame max-w-3xl py-10 lg:py-16">
      <h1 className="text-title">Thank you for your order</h1>
      {order ? (
        <>
          <PlacedOrder order={order} token={token} storeEmail={storeEmail} />
          <ResendConfirmation question="No email yet?" button="Send the confirmation again" />
        </>
      ) : expired ? (
        <ExpiredLink />
      ) : (
        <NothingPersonal storeEmail={storeEmail} />
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/products" variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}

function ResendConfirmation({ question, button }: { question: string; button: string }) {
  const refusal = useActionData<typeof action>()?.refusal;
  const sending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {refusal && <Notice tone="error" title={refusal} className="w-full" />}
      <p className="text-ink-soft">{question}</p>
      <Button variant="secondary" size="small" pending={sending}>
        {button}
      </Button>
    </Form>
  );
}

/** Order links expire after a year (confirmation.server.ts). The order's own address can get a new one. */
function ExpiredLink() {
  return (
    <>
      <p className="mt-4 max-w-prose text-ink-soft">
        This link is more than a year old and no longer opens the order.
      </p>
      <ResendConfirmation
        question="We can email a new link to the address on the order."
        button="Send a new link"
      />
    </>
  );
}

/** For everybody who is not proven to have paid (docs/rules.md#orders-4). */
function NothingPersonal({ storeEmail }: { storeEmail: string }) {
  return (
    <p className="mt-4 max-w-prose text-ink-soft">
      Your confirmation is on its way by email, with a link to everything about your order. If it does not
      arrive, please write to {storeEmail}.
    </p>
  );
}
