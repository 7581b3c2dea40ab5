import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PAYMENT_FAILED } from "#app/components/checkout/payment-texts.ts";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { settleReturn } from "#server/orders/take-approved.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ state }) => ({
  title: "Your payment",
  noindex: true,
  extra: state === "confirming" ? [{ httpEquiv: "refresh", content: "4" }] : [],
}));

export const headers = privatePageHeaders;

/** The return address of a card payment. It asks the provider, and believes nothing in the address. */
export const loader = page(async ({ context, url }) => {
  const paymentIntent = url.searchParams.get("payment_intent");
  // The provider adds a secret to its return address, which must not stay in the browser's history.
  if (paymentIntent && url.searchParams.has("payment_intent_client_secret")) {
    throw redirect(`/checkout-success?${new URLSearchParams({ payment_intent: paymentIntent })}`, 303);
  }
  const outcome = await settleReturn(context, url.searchParams);
  // Needs no sign-in: a browser that has just paid here sees its order, all others a page of thanks.
  if (!outcome) throw redirect("/order-confirmation", 303);
  if (outcome.kind === "paid") throw redirect("/order-confirmation", 303);
  if (outcome.kind === "approve") throw redirect(outcome.url, 303);
  if (outcome.kind === "unpaid") {
    const notice = { kind: "error" as const, title: PAYMENT_FAILED, description: outcome.message };
    throw redirect("/checkout", { status: 303, headers: { "Set-Cookie": await noticeHeader(notice) } });
  }
  const { storeEmail } = context.settings;
  if (outcome.kind === "processing") return data({ state: "confirming" as const, storeEmail });
  return data({ state: "unknown" as const, storeEmail }, 404);
});

export default function CheckoutSuccess() {
  const { state, storeEmail } = useLoaderData<typeof loader>();
  return (
    <div className="frame flex flex-col items-center gap-5 py-24 text-center">
      {state === "confirming" ? <Confirming /> : <Unknown storeEmail={storeEmail} />}
    </div>
  );
}

/** An unknown outcome is never called a failure. */
function Confirming() {
  return (
    <>
      <Spinner className="size-8" />
      <h1 className="text-title">We are still confirming your payment</h1>
      <p role="status" className="max-w-prose text-ink-soft">
        Your bank is taking a moment. This page looks again by itself every few seconds; please do not pay a
        second time. You will also receive an email once your order is confirmed.
      </p>
    </>
  );
}

function Unknown({ storeEmail }: { storeEmail: string }) {
  return (
    <>
      <h1 className="text-title">We could not match this payment to an order</h1>
      <p className="max-w-prose text-ink-soft">
        If you have been charged, nothing is lost: we have a record of the payment. Please write to{" "}
        {storeEmail} and we will put it right.
      </p>
    </>
  );
}
