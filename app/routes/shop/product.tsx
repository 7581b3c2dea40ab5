import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { AddToCartForm } from "#app/components/cart/add-to-cart-form.tsx";
import { PostcodeForm } from "#app/components/cart/postcode-form.tsx";
import { PriceTable } from "#app/components/catalogue/price-table.tsx";
import { ProductBadges, ProductPrice } from "#app/components/catalogue/product-card.tsx";
import {
  FamilyPacks,
  ProductBenefits,
  ProductDetails,
  ProductGallery,
  QuantityField,
} from "#app/components/catalogue/product-details.tsx";
import { PageError } from "#app/components/layout/page-error.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { type ErrorPageHandle, usePageIsLoaded } from "#app/lib/document/route-handle.ts";
import { useRootData, useStoreMoney } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { findOpenBatches } from "#server/batches/find-batch.server.ts";
import {
  type DeliveryPlace,
  deliveryPlaceFrom,
  deliveryPlaceHeader,
  typedPlace,
} from "#server/cart/delivery-place.server.ts";
import { cataloguePath } from "#server/catalogue/catalogue-query.ts";
import { structuredFamily, structuredPack } from "#server/catalogue/family-packs.ts";
import { findPacksOfFamily, findProductBySlug } from "#server/catalogue/find-product.server.ts";
import { soilPackOf } from "#server/catalogue/find-products.server.ts";
import {
  type Availability,
  availabilityOf,
  structuredDelivery,
  structuredProduct,
} from "#server/catalogue/product-view.ts";
import { quoteItems } from "#server/catalogue/sellable.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { shopTopics } from "#server/http/cacheable-address.ts";
import { deliverySentence, freeShippingLine } from "#server/pricing/delivery-sentences.ts";
import type { Pence } from "#server/pricing/money.ts";
import { sharedPage } from "#server/process/page.server.ts";
import { figuresOf, productFigures } from "#server/settings/claims.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

/** The server renders it, and it works as a form at once; its code comes later, and only where something is sold out. */
const StockAlertForm = lazyPart(() => import("#app/components/catalogue/stock-alert-form.tsx"));

/** In the same way; only where there is a batch or a document, and for what is mixed into soil. */
const ProductDocuments = lazyPart(() => import("#app/components/catalogue/product-documents.tsx"));
const RateCalculator = lazyPart(() => import("#app/components/calculators/application-rate-calculator.tsx"));

const NOT_FOUND = "Product Not Found";

export const meta = pageMeta<typeof loader>(
  ({ product: { name, description, imageUrl } }) => ({
    title: name,
    description,
    picture: { src: imageUrl, alt: name },
    type: "product",
  }),
  NOT_FOUND,
);

export const loader = sharedPage(
  { topics: [...shopTopics, "batches"] },
  async ({ context, params, request, url }) => {
    const product = await findProductBySlug(context, params.slug ?? "");
    if (!product) throw new ShopError("not_found", NOT_FOUND);
    const rule = deliveryRuleOf(context.settings);
    // Neither an address with a postcode nor the visit of somebody who has named one is a page from memory.
    const remembered = await deliveryPlaceFrom(request);
    const bringing =
      rule.kind === "as_specified" ? null : await bringingOf(context, product, { url, remembered });
    const shippingDetails = structuredDelivery(
      { currentPrice: product.currentPrice, pack: product },
      rule,
      context.settings.currency,
    );
    const loaded = {
      product,
      packs: await findPacksOfFamily(context, product),
      batches: await findOpenBatches(context, product.id),
      availability: availabilityOf(product, context.settings),
      figures: figuresOf(context.settings.claims, productFigures),
      soilPack: soilPackOf(product, context.settings),
      delivery: {
        freeShippingLine: freeShippingLine(rule, context.settings.currency),
        sentence: deliverySentence(rule, context.settings.currency),
        bringing: bringing && { postcode: bringing.postcode, error: bringing.error, answer: bringing.answer },
        ...(shippingDetails ? { shippingDetails } : {}),
      },
    };
    return data(loaded, bringing?.cookie ? { headers: { "Set-Cookie": bringing.cookie } } : {});
  },
);

/**
 * What bringing one costs to the postcode that the address names, with the cookie that remembers it, or else to the one
 * of this visit.
 */
async function bringingOf(
  context: Context,
  { id }: { id: number },
  { url, remembered }: { url: URL; remembered: DeliveryPlace | null },
) {
  const nothing = { postcode: null, error: null, answer: null, cookie: null };
  const named = url.searchParams.get("postcode");
  const field = named ?? remembered?.postcode;
  if (field === undefined) return nothing;
  const typed = typedPlace(field);
  if (typed.kind === "wrong") return { ...nothing, postcode: typed.typed, error: typed.message };
  if (typed.kind === "emptied") return { ...nothing, cookie: await deliveryPlaceHeader(null) };
  const { place } = typed;
  const { options, message } = await quoteItems(context, [{ productId: id, quantity: 1 }], place);
  return {
    ...nothing,
    postcode: place.postcode,
    answer: { price: options[0]?.price ?? null, message },
    cookie: named === null ? null : await deliveryPlaceHeader(place),
  };
}

export default function Product() {
  const { product, packs, batches, availability, figures, soilPack, delivery } =
    useLoaderData<typeof loader>();
  const money = useStoreMoney();
  return (
    <div className="frame flex flex-col gap-4 py-4 lg:gap-8 lg:py-12">
      <StructuredData
        describe={
          import.meta.env.SSR &&
          (({ store, publicUrl }) => {
            const seller = { storeName: store.storeName, currency: store.currency, publicUrl };
            const { family, description } = product;
            const isPack = family !== null && packs.length > 0;
            return [
              {
                ...structuredProduct(product, seller, delivery.shippingDetails),
                ...(isPack ? structuredPack(product, seller) : {}),
              },
              ...(isPack ? [structuredFamily({ family, description }, packs, seller)] : []),
            ];
          })
        }
        trail={[
          ["Our Products", "/products"],
          [product.name, `/products/${product.slug}`],
        ]}
      />
      <Link
        to="/products"
        className="inline-flex min-h-11 items-center gap-2 self-start font-medium underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" /> Back to Products
      </Link>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-16">
        {/* Another product begins with its own first picture. */}
        <ProductGallery
          key={product.id}
          name={product.name}
          imageUrl={product.imageUrl}
          pictures={product.pictures}
        />
        <div className="flex flex-col gap-6 lg:py-4">
          <div className="flex flex-col gap-3">
            <ProductBadges product={product} />
            <h1 className="text-title">{product.name}</h1>
            <p className="text-sm text-ink-soft">
              Category:{" "}
              <Link
                to={cataloguePath({ category: product.category })}
                className="font-medium text-ink underline underline-offset-4"
              >
                {product.category}
              </Link>
            </p>
          </div>
          <div>
            <ProductPrice product={product} className="text-3xl font-semibold" />
            {product.isTradePrice && <p className="mt-1 font-medium text-moss">Your trade price</p>}
            <p className="mt-1 text-sm text-ink-soft">{delivery.sentence}</p>
            {delivery.bringing && <Bringing key={product.id} {...delivery.bringing} slug={product.slug} />}
          </div>
          <PriceTable product={product} money={money} />
          <p className="max-w-prose text-lg">{product.description}</p>
          {product.family !== null && packs.length > 0 && (
            <FamilyPacks family={product.family} packs={packs} current={product.slug} />
          )}
          <StockLine availability={availability} />
          {/* A new form for each product: a quantity typed for one must not carry over to the next. */}
          <AddToCartForm key={product.id} product={product} className="max-w-md">
            <QuantityField className="w-24" />
          </AddToCartForm>
          {!product.canBuy && (
            <Suspense fallback={null}>
              <StockAlertForm key={`${product.id} is back`} slug={product.slug} />
            </Suspense>
          )}
          <p className="font-medium text-moss">{delivery.freeShippingLine}</p>
          <ProductBenefits />
        </div>
      </div>
      <div className="mt-6 grid items-start gap-x-16 gap-y-10 border-t border-line pt-10 lg:mt-0 lg:grid-cols-2">
        <div className="grid gap-10">
          <ProductDetails figures={figures} />
          {(batches.length > 0 || product.documents.length > 0) && (
            <Suspense fallback={null}>
              <ProductDocuments batches={batches} documents={product.documents} />
            </Suspense>
          )}
        </div>
        {soilPack && (
          <Suspense fallback={null}>
            <RateCalculator key={product.id} packs={[soilPack]} deliverySentence={delivery.sentence} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

interface BringingProps {
  /** In the address; null where it names none. */
  postcode: string | null;
  error: string | null;
  answer: { price: Pence | null; message: string } | null;
  slug: string;
}

/** What bringing one of it costs to the postcode in the field. */
function Bringing({ postcode, error, answer, slug }: BringingProps) {
  const money = useStoreMoney();
  const remembered = useRootData()?.cart.deliveryTo?.postcode;
  // The page itself is the same for everybody: what is remembered comes behind it.
  const shown = useHydrated() ? remembered : undefined;
  return (
    <div className="mt-4 flex max-w-md flex-col gap-3">
      <PostcodeForm
        action={`/products/${slug}`}
        postcode={postcode ?? shown ?? ""}
        error={error ?? undefined}
      />
      {answer && (
        <p role="status" className="font-medium">
          {answer.price !== null &&
            `Bringing one to ${postcode} costs ${answer.price === 0 ? "nothing" : money(answer.price)}. `}
          {answer.message}
        </p>
      )}
    </div>
  );
}

function StockLine({ availability }: { availability: Availability }) {
  const { canBuy, stockLine, lowStockLine } = availability;
  return (
    <p className="flex flex-wrap items-center gap-x-3 font-medium">
      <span className={canBuy ? "text-moss" : "text-clay"}>{stockLine}</span>
      {lowStockLine && <span className="text-clay">{lowStockLine}</span>}
    </p>
  );
}

export const handle: ErrorPageHandle = { ErrorPage: ErrorBoundary };

/** The same text for a missing product and for a failed request; a product that is there has an error of the page. */
export function ErrorBoundary() {
  if (usePageIsLoaded()) return <PageError />;
  return (
    <div className="frame">
      <EmptyState
        headingLevel={1}
        title={NOT_FOUND}
        action={<ButtonLink to="/products">Back to Products</ButtonLink>}
      >
        Sorry, we couldn't find the product you're looking for.
      </EmptyState>
    </div>
  );
}
