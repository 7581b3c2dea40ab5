import { data, redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, Form, useActionData, useLoaderData } from "@remix-run/react";
import { NarrowPage } from "#app/components/account/account-notices.tsx";
import StockAlertForm from "#app/components/catalogue/stock-alert-form.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { responseOr } from "#app/lib/forms/failure-message.ts";
import { type StockAlertReply, stockAlertTexts } from "#server/catalogue/stock-alert.ts";
import {
  confirmStockAlert,
  endStockAlerts,
  findAlertToConfirm,
  handleStockAlertForm,
} from "#server/catalogue/stock-alerts.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { page } from "#server/process/page.server.ts";
import { goOn } from "../answer-form.server.ts";

export const meta = pageMeta({ title: "Tell me when it is back", noindex: true });

export const headers = privatePageHeaders;

/**
 * /stock-alerts/confirm and /stock-alerts/unsubscribe, where mailed links lead. Each shows a button, and only pressing it
 * does something: mail scanners open every link. /stock-alerts/ask takes the form of a product's page, so that the page
 * itself, the same for everybody, stays as light as it was.
 */
export const loader = page(async ({ context, params, url }) => {
  const token = url.searchParams.get("token") ?? "";
  if (params.step === "unsubscribe") {
    return { step: "unsubscribe" as const, token, isDone: url.searchParams.has("done") };
  }
  if (params.step === "ask") return { step: "ask" as const, token };
  if (params.step !== "confirm") throw new ShopError("not_found", "There is no such page.");
  const product = await findAlertToConfirm(context, token);
  if (!product) return data({ step: "useless" as const, token: "" }, 400);
  return { step: "confirm" as const, token, productName: product.name };
});

export const action = page(async ({ context, params, request, url }) => {
  const token = url.searchParams.get("token") ?? "";
  if (params.step === "ask") return asked(context, request);
  if (params.step === "unsubscribe") return unsubscribed(context, request, token);
  try {
    const { name, slug } = await confirmStockAlert(context, token);
    const description = `We write to you once ${name} can be bought again.`;
    return await goOn(`/products/${slug}`, { title: "Your address is confirmed", description });
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "bad_request") throw error;
    return data({ isDone: false, reply: null }, 400);
  }
});

/** A plain form is led back to the product with a notice; the page's JavaScript gets a short response. */
async function asked(context: Context, request: Request) {
  const { reply, status } = await handleStockAlertForm(context, await request.formData());
  if (!reply.ok || !request.headers.get("accept")?.includes("text/html")) {
    return data({ isDone: false, reply }, status);
  }
  const { title, message } = stockAlertTexts[reply.outcome];
  return goOn(`/products/${reply.slug}`, { title, description: message });
}

/** What the form says without a response. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseOr(serverAction<typeof action>(), () => ({
    isDone: false,
    reply: { ok: false, slug: "", email: "", message: stockAlertTexts.failed },
  }));

/** The button, and mail programs that post here themselves (RFC 8058, one click), which must not get a redirect. */
async function unsubscribed(context: Context, request: Request, token: string) {
  const fields = await request.formData().catch(() => undefined);
  await endStockAlerts(context, token);
  if (fields?.get("List-Unsubscribe") === "One-Click") return { isDone: true, reply: null };
  return redirect("/stock-alerts/unsubscribe?done", 303);
}

export default function StockAlert() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (loaded.step === "useless") return <UselessLink />;
  if (loaded.step === "ask") return <AskAgain posted={answer?.reply ?? undefined} />;
  const address = `/stock-alerts/${loaded.step}?${new URLSearchParams({ token: loaded.token })}`;
  if (loaded.step === "unsubscribe") {
    return <Unsubscribe address={address} isDone={answer?.isDone || loaded.isDone} />;
  }
  return (
    <NarrowPage title="Tell me when it is back">
      <Form method="post" action={address}>
        <p className="mb-5">
          Do you want one email once {loaded.productName} can be bought again? If it was not you who asked for
          it, close this page: nothing is sent to you.
        </p>
        <Button>Yes, tell me</Button>
      </Form>
    </NarrowPage>
  );
}

/** The form as it was sent, with what is wrong, where there is no JavaScript. */
function AskAgain({ posted }: { posted: StockAlertReply | undefined }) {
  return (
    <NarrowPage title={posted?.ok === false ? "Please look at your address" : "What do you wait for?"}>
      {posted?.ok === false ? (
        <StockAlertForm slug={posted.slug} posted={posted} />
      ) : (
        <p>The page of each product that is sold out has a form for it.</p>
      )}
      <ButtonLink to={posted ? `/products/${posted.slug}` : "/products"} variant="secondary">
        {posted ? "Back to the product" : "Our Products"}
      </ButtonLink>
    </NarrowPage>
  );
}

function UselessLink() {
  return (
    <NarrowPage title="This link does not work">
      <Notice tone="error" title="It has been used, is too old or is not complete.">
        If the product is still sold out, you can ask again on its page.
      </Notice>
      <ButtonLink to="/products">Our Products</ButtonLink>
    </NarrowPage>
  );
}

function Unsubscribe({ address, isDone }: { address: string; isDone: boolean }) {
  return (
    <NarrowPage title="Unsubscribe">
      {isDone ? (
        <>
          <Notice tone="success" title="You are unsubscribed.">
            We tell this address of no product any more, unless you ask for it again.
          </Notice>
          <ButtonLink to="/" variant="secondary">
            Home
          </ButtonLink>
        </>
      ) : (
        <Form method="post" action={address}>
          <p className="mb-5">Do you want no more emails about products that are back?</p>
          <Button>Unsubscribe</Button>
        </Form>
      )}
    </NarrowPage>
  );
}
