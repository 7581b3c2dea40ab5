import { data, redirect } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, isRouteErrorResponse, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { PAYMENT_FAILED } from "#app/components/checkout/payment-texts.ts";
import { Spinner } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { processReturn } from "#server/orders/take-approved.server.ts";
import { page } from "#server/process/page.server.ts";
import { goOn } from "../answer-form.server.ts";

const ORDER_PLACED = {
  title: "Order placed successfully!",
  description: "You will receive an email confirmation shortly.",
};

const ORDER_FAILED = {
  title: "Order creation failed",
  description: "Payment was successful but order creation failed. Please contact support.",
};

export const meta = pageMeta<typeof loader>(({ state }) => ({
  title: "Your payment",
  noindex: true,
  extra: state === "confirming" ? [{ httpEquiv: "refresh", content: "4" }] : [],
}));

export const headers = privatePageHeaders;

/** Where every payment ends that a browser makes. It asks the provider, and believes nothing in the address. */
export const loader = page(async ({ context, url }) => {
  const paymentIntent = url.searchParams.get("payment_intent");
  // The provider adds a secret to its return address, which must not stay in the browser's history.
  if (paymentIntent && url.searchParams.has("payment_intent_client_secret")) {
    throw redirect(`/checkout-success?${new URLSearchParams({ payment_intent: paymentIntent })}`, 303);
  }
  const outcome = await processReturn(context, url.searchParams);
  // Needs no sign-in: a browser that has just paid here sees its order, all others a page of thanks.
  if (!outcome) throw redirect("/order-confirmation", 303);
  if (outcome.kind === "paid") throw await goOn("/order-confirmation", ORDER_PLACED);
  if (outcome.kind === "approve") throw redirect(outcome.url, 303);
  if (outcome.kind === "unpaid") {
    const notice = { title: PAYMENT_FAILED, description: outcome.message };
    throw await goOn("/checkout", { kind: "error", ...notice });
  }
  const { storeEmail } = context.settings;
  if (outcome.kind === "processing") return data({ state: "confirming" as const, storeEmail });
  if (outcome.kind === "failed") return data({ state: "failed" as const, storeEmail }, 500);
  return data({ state: "unknown" as const, storeEmail }, 404);
});

/** The pauses after which a page that has just paid asks again, where the shop did not respond. */
const PAUSES_MILLISECONDS = [1000, 3000];

/**
 * The payment stands, no matter who fails to hear of it: after three tries the page waits and looks again by itself.
 */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  for (const pause of [...PAUSES_MILLISECONDS, null]) {
    try {
      return await serverLoader<typeof loader>();
    } catch (error) {
      if (isAnswer(error)) throw error;
      if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return { state: "confirming" as const, storeEmail: "" };
}

/** The redirect to the order, or a refusal that will not change. */
function isAnswer(error: unknown): boolean {
  if (error instanceof Response) return true;
  return isRouteErrorResponse(error) && error.status < 500 && error.status !== 429;
}

export default function CheckoutSuccess() {
  const { state, storeEmail } = useLoaderData<typeof clientLoader>();
  return (
    <div className="frame flex flex-col items-center gap-5 py-24 text-center">
      {state === "confirming" && <Confirming />}
      {state === "unknown" && <Unknown storeEmail={storeEmail} />}
      {state === "failed" && <Failed />}
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

/** Said only where the money was taken, and the owner has been told (docs/rules.md#checkout-10). */
function Failed() {
  useEffect(() => showToast({ kind: "error", ...ORDER_FAILED }), []);
  return (
    <Notice tone="error" title={ORDER_FAILED.title}>
      {ORDER_FAILED.description}
    </Notice>
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
