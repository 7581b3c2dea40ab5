import { gtin14, gtinMistake, productLinkPath } from "#server/catalogue/gtin.ts";
import {
  catalogueRows,
  selectWholeProducts,
  wholeProductsOf,
} from "#server/catalogue/product-rows.server.ts";
import { structuredProduct, type WholeProduct } from "#server/catalogue/product-view.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { condition } from "#server/core/typed-sql.server.ts";
import { withoutEmpty } from "#server/core/without-empty.ts";
import type { Form } from "#server/http/negotiate.ts";
import { linkOfType, linksetOf, linksOfBatch, linksOfProduct, structuredBatch } from "./batch-links.ts";
import { findBatch } from "./find-batch.server.ts";

export type Answer = { kind: "redirect"; to: string } | { kind: "linkedData" | "linkset"; body: object };

/**
 * What a GS1 Digital Link of this shop leads to: a product (application identifier 01), or one batch of it (10): its own
 * absolute link, its links, and JSON-LD.
 * @throws ShopError `bad_request` for what is no GTIN, `not_found`
 */
export async function resolveDigitalLink(
  context: Context,
  { gtin, code }: { gtin: string; code: string | undefined },
) {
  const mistake = gtinMistake(gtin);
  if (mistake) throw new ShopError("bad_request", `${mistake}.`);
  const { publicUrl, settings } = context;
  const { storeName, currency } = settings;
  const anchor = publicUrl + productLinkPath(gtin);
  if (code === undefined) {
    const product = await findProductByGtin(context, gtin);
    if (!product) throw new ShopError("not_found", "No product here has this GTIN.");
    return {
      anchor,
      links: linksOfProduct(product, publicUrl),
      linkedData: structuredProduct(product, { publicUrl, storeName, currency }),
    };
  }
  const batch = await findBatch(context, code);
  if (!batch || batch.product.gtin === null || gtin14(batch.product.gtin) !== gtin14(gtin)) {
    throw new ShopError(
      "not_found",
      "This product has no batch of that code. Please compare it with the label.",
    );
  }
  return {
    anchor: `${anchor}/10/${batch.code}`,
    links: linksOfBatch(batch, publicUrl),
    linkedData: structuredBatch(batch, { publicUrl, storeName }),
  };
}

/**
 * In which form it is answered: a link type that was asked for comes before what the client accepts, as in GS1's
 * resolver standard.
 * @throws ShopError `not_found` for a link type that there is no link of
 */
export function answerOf(
  resolved: Awaited<ReturnType<typeof resolveDigitalLink>>,
  form: Form,
  linkType: string | null,
): Answer {
  const { anchor, links, linkedData } = resolved;
  if (linkType === "linkset" || linkType === "all")
    return { kind: "linkset", body: linksetOf(anchor, links) };
  if (linkType !== null) {
    const link = linkOfType(links, linkType);
    if (!link) throw new ShopError("not_found", "There is no link of this type.");
    return { kind: "redirect", to: link.href };
  }
  if (form === "linkset") return { kind: "linkset", body: linksetOf(anchor, links) };
  if (form === "linkedData") return { kind: "linkedData", body: withoutEmpty(linkedData) };
  return { kind: "redirect", to: links.defaultLink?.[0]?.href ?? anchor };
}

async function findProductByGtin(context: Context, gtin: string): Promise<WholeProduct | undefined> {
  const [row] = await catalogueRows(context, (sql) =>
    selectWholeProducts(
      sql
        .selectFrom("product")
        .where(condition`lpad(gtin, 14, '0') = ${gtin14(gtin)} and archived_at is null`),
    ),
  );
  return row && wholeProductsOf(context, [row])[0];
}
