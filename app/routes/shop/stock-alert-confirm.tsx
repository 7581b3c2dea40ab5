import { data, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { NarrowPage } from "#app/components/account/narrow-page.tsx";
import { PageError } from "#app/components/layout/page-error.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { privatePageHeaders } from "#app/lib/document/private-page.ts";
import { ShopError } from "#server/core/errors.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { page } from "#server/http/page.server.ts";
import { confirmStockAlert, findAlertToConfirm } from "#server/stock-alerts/confirm-alert.server.ts";

export const meta = pageMeta({ title: "Tell me when it is back", noindex: true });

export const headers = privatePageHeaders;

/** The mailed link shows a button, and only pressing it confirms: mail scanners open every link. */
export const loader = page(async ({ context, url }) => {
  const token = url.searchParams.get("token") ?? "";
  const product = await findAlertToConfirm(context, token);
  return product ? { product, token } : data({ product: null, token: "" }, 400);
});

export const action = page(async ({ context, url }) => {
  try {
    const { name, slug } = await confirmStockAlert(context, url.searchParams.get("token") ?? "");
    const description = `We write to you once ${name} can be bought again.`;
    const notice = await noticeHeader({ kind: "success", title: "Your address is confirmed", description });
    return redirect(`/products/${slug}`, { status: 303, headers: { "Set-Cookie": notice } });
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "bad_request") throw error;
    return data(null, 400);
  }
});

export default function StockAlertConfirm() {
  const { product, token } = useLoaderData<typeof loader>();
  if (!product) {
    return (
      <NarrowPage title="This link does not work">
        <Notice tone="error" title="It has been used, is too old or is not complete.">
          If the product is still sold out, you can ask again on its page.
        </Notice>
        <ButtonLink to="/products">Our Products</ButtonLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title="Tell me when it is back">
      <Form method="post" action={`/stock-alerts/confirm?${new URLSearchParams({ token })}`}>
        <p className="mb-5">
          Do you want one email once {product.name} can be bought again? If it was not you who asked for it,
          close this page: nothing is sent to you.
        </p>
        <Button>Yes, tell me</Button>
      </Form>
    </NarrowPage>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
