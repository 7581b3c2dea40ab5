import { Link } from "@remix-run/react";
import { useId } from "react";
import { AddToCartForm } from "#app/components/cart/add-to-cart-form.tsx";
import { displayCount } from "#app/lib/display-number.ts";
import { packsFor, type SoilPack } from "#server/calculators/soil-packs.ts";
import { MAX_LINE_QUANTITY } from "#server/cart/cart-rules.ts";
import { formatPounds, type Pence } from "#server/pricing/money.ts";

/** What so many litres come to in each product: packs, price, and the way into the cart. The cheapest stands first. */
export function SoilPacks({ packs, litres }: { packs: SoilPack[]; litres: number }) {
  const offers = packs
    .map((pack) => {
      const count = packsFor(litres, pack.packLitres);
      return { pack, count, price: count * pack.currentPrice };
    })
    .sort((a, b) => a.price - b.price);
  return (
    <ul className="divide-y divide-line border-y border-line">
      {offers.map((offer) => (
        <li key={offer.pack.id} className="flex items-center justify-between gap-4 py-3">
          <Offer {...offer} />
        </li>
      ))}
    </ul>
  );
}

interface OfferProps {
  pack: SoilPack;
  count: number;
  price: Pence;
}

function Offer({ pack, count, price }: OfferProps) {
  const nameId = useId();
  return (
    <>
      <p id={nameId} className="min-w-0 flex-1">
        <span className="block">
          <span className="font-medium tabular-nums">{displayCount(count)} × </span>
          <Link to={`/products/${pack.slug}`} className="font-medium underline-offset-4 hover:underline">
            {pack.name}
          </Link>
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {displayCount(pack.packLitres)} litres each{" "}
          <span className="font-medium text-ink tabular-nums">{formatPounds(price)}</span>
        </span>
      </p>
      {count > MAX_LINE_QUANTITY ? (
        <Link to="/contact" className="max-w-32 text-right text-moss underline underline-offset-4">
          Ask us for this much
        </Link>
      ) : (
        <AddToCartForm product={pack} describedBy={nameId} size="small">
          <input type="hidden" name="quantity" value={count} />
        </AddToCartForm>
      )}
    </>
  );
}
