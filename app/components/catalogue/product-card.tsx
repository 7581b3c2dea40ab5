import { Link } from "@remix-run/react";
import { useId } from "react";
import { AddToCartForm } from "#app/components/cart/add-to-cart-form.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { CatalogueProduct } from "#server/catalogue/product-view.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import { type PriceSinceBefore, reducedFrom } from "#server/pricing/price-steps.ts";
import { PerMeasure } from "./per-measure.tsx";
import { PriceNotes } from "./price-table.tsx";

interface ProductBadgesProps {
  product: { isBestseller: boolean; isNew: boolean; onSale: boolean };
  className?: string;
}

/** 'Bestseller', 'New' and 'Sale', where they apply. */
export function ProductBadges({ product, className }: ProductBadgesProps) {
  if (!product.isBestseller && !product.isNew && !product.onSale) return null;
  return (
    <div className={classNames("flex flex-wrap gap-1.5", className)}>
      {product.isBestseller && <Badge tone="ink">Bestseller</Badge>}
      {product.isNew && <Badge tone="moss">New</Badge>}
      {product.onSale && <Badge tone="clay">Sale</Badge>}
    </div>
  );
}

interface ProductPriceProps {
  product: PriceSinceBefore & { perMeasure: PricePerMeasure | null };
  className?: string;
}

/**
 * The current price, beside what was charged before when that is higher (docs/rules.md#prices-8), and what a measure of it
 * costs.
 */
export function ProductPrice({ product, className }: ProductPriceProps) {
  const money = useStoreMoney();
  const before = reducedFrom(product);
  const price = (
    <Price
      amount={money(product.currentPrice)}
      was={before === null ? null : money(before)}
      className={className}
    />
  );
  if (!product.perMeasure) return price;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2.5">
      {price}
      <PerMeasure price={product.perMeasure} className="text-sm text-ink-soft" />
    </span>
  );
}

interface ProductCardProps {
  product: CatalogueProduct;
  /** Set on the cards that are visible first. */
  priority?: boolean;
}

/**
 * A product in a grid, whose rows are of one height (`auto-rows-fr`); on a phone the picture stands beside the words.
 * Image and name link to its page.
 */
export function ProductCard({ product, priority }: ProductCardProps) {
  const nameId = useId();
  const money = useStoreMoney();
  const path = `/products/${product.slug}`;
  const { packLabels, family } = product;
  return (
    <article className="group grid w-full grid-cols-[7.5rem_1fr] overflow-hidden rounded-xl border border-line bg-surface sm:flex sm:flex-col">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="relative block overflow-hidden bg-sunken">
        <Picture
          src={product.imageUrl}
          alt=""
          sizes="(min-width: 64rem) 19rem, (min-width: 40rem) 45vw, 16rem"
          priority={priority}
          className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02] sm:aspect-square sm:h-auto"
        />
        <ProductBadges product={product} className="absolute top-2 left-2 sm:top-3 sm:left-3" />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4 sm:p-5">
        <h3 id={nameId} className="text-xl leading-snug">
          <Link to={path} className="underline-offset-4 hover:underline">
            {packLabels ? family : product.name}
          </Link>
        </h3>
        <p className="line-clamp-3 text-sm text-ink-soft">{product.description}</p>
        <div className="mt-auto flex items-baseline justify-between gap-3 pt-3">
          <span className="flex flex-wrap items-baseline gap-x-1.5">
            {packLabels && <span className="text-sm text-ink-soft">from</span>}
            <ProductPrice product={product} className="text-lg font-semibold" />
            <PriceNotes product={product} money={money} />
          </span>
          {!product.canBuy && <span className="text-sm font-medium text-clay">Out of Stock</span>}
        </div>
        {packLabels ? (
          <ChoosePack path={path} labels={packLabels} describedBy={nameId} />
        ) : (
          <AddToCartForm product={product} describedBy={nameId} className="mt-1" />
        )}
      </div>
    </article>
  );
}

/** On the card of a family: its sizes, and the way to the page where one is chosen. */
function ChoosePack({ path, labels, describedBy }: { path: string; labels: string[]; describedBy: string }) {
  return (
    <>
      <p className="text-sm text-ink-soft">
        {labels.length} sizes: {labels.join(", ")}
      </p>
      <ButtonLink to={path} variant="secondary" aria-describedby={describedBy} className="mt-1">
        Choose a size
      </ButtonLink>
    </>
  );
}

interface PriceProps {
  /** The price to pay now: "£11.95". */
  amount: string;
  /** What was charged before, while a lower price applies. */
  was?: string | null;
  className?: string;
}

/** A price. What was charged before is struck through, and screen readers hear that. */
function Price({ amount, was, className }: PriceProps) {
  if (!was) return <span className={classNames("tabular-nums", className)}>{amount}</span>;
  return (
    <span className={classNames("inline-flex flex-wrap items-baseline gap-x-2 tabular-nums", className)}>
      <span className="text-clay">
        <span className="sr-only">Sale price </span>
        <span>{amount}</span>
      </span>
      <s className="text-[0.8em] font-normal text-ink-soft">
        <span className="sr-only">Was </span>
        <span>{was}</span>
      </s>
    </span>
  );
}
