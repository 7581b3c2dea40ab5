import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { AddToCartForm } from "#app/components/cart/add-to-cart-form.tsx";
import { PerMeasure } from "#app/components/catalogue/per-measure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { displayCount, displayDecimal } from "#app/lib/display.ts";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import {
  applicationFieldsIn,
  applicationOf,
  applicationRates,
  calculationOf,
  packsFor,
  rateIn,
  type SoilPack,
} from "#server/calculators/application-rate.ts";
import { MAX_LINE_QUANTITY } from "#server/cart/cart-view.ts";
import type { Pence } from "#server/pricing/money.ts";
import { perMeasureFor, unitPriceFor } from "#server/pricing/price-steps.ts";

/**
 * For each product: how many packs cover these litres, their price, and a button for the cart. The cheapest is first.
 */
function SoilPacks({ packs, litres }: { packs: SoilPack[]; litres: number }) {
  const offers = packs
    .map((pack) => {
      const count = packsFor(litres, pack.packLitres);
      return { pack, count, price: count * unitPriceFor(pack, count, pack.tradeList) };
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

function Offer({ pack, count, price }: { pack: SoilPack; count: number; price: Pence }) {
  const money = useStoreMoney();
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
          {displayDecimal(pack.packLitres)} litres each{" "}
          <span className="font-medium text-ink tabular-nums">{money(price)}</span>{" "}
          <PerMeasure price={perMeasureFor(pack, count, pack.tradeList)} />
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

/** The anchor to which the page returns after a reload. */
const PLACE = "application-rate";

interface ApplicationRateCalculatorProps {
  packs: SoilPack[];
  /** How delivery is charged, beside the prices (docs/rules.md#delivery-4). */
  deliverySentence: string;
}

/**
 * Calculates how much biochar a bed or a mix needs, in litres and in packs. A GET form keeps its fields in the
 * address. With JavaScript the result updates at each keystroke.
 */
export default function ApplicationRateCalculator({
  packs,
  deliverySentence,
}: ApplicationRateCalculatorProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const [fields, setFields] = useState(() => applicationFieldsIn(search));
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const result = applicationOf(fields);
  const errors = result.ok ? {} : result.errors;

  // Text typed before hydration is only in the DOM.
  useEffect(() => {
    if (!form.current) return;
    const formData = new FormData(form.current);
    setFields({
      area: String(formData.get("area")),
      depth: String(formData.get("depth")),
      rate: rateIn(String(formData.get("rate"))),
    });
  }, []);
  return (
    <section id={PLACE} aria-labelledby="application-rate-title" className="flex">
      <Card className="flex w-full flex-col gap-6 sm:p-8">
        <div>
          <h2 id="application-rate-title" className="text-2xl">
            How much do I need?
          </h2>
          <p className="mt-3 text-ink-soft">
            Biochar is measured by volume: <Span>10–20%</Span> in garden beds, <Span>5–15%</Span> in potting
            mixes, and <Span>5–10%</Span> as the recommended mix.
          </p>
        </div>
        <form
          ref={form}
          method="get"
          action={`${pathname}#${PLACE}`}
          onSubmit={(event) => event.preventDefault()}
          className="grid grid-cols-2 items-start gap-4"
        >
          <TextField
            label="Area (m²)"
            name="area"
            inputMode="decimal"
            required
            value={fields.area}
            onChange={({ target }) => setFields({ ...fields, area: target.value })}
            errors={errors.area}
          />
          <TextField
            label="Depth (cm)"
            name="depth"
            inputMode="decimal"
            required
            value={fields.depth}
            onChange={({ target }) => setFields({ ...fields, depth: target.value })}
            errors={errors.depth}
          />
          <div className="col-span-2 flex flex-wrap items-end gap-3">
            <SelectField
              label="Rate, by volume"
              name="rate"
              value={fields.rate}
              onChange={({ target }) => setFields({ ...fields, rate: rateIn(target.value) })}
              options={applicationRates.map(({ id, label }) => ({ value: id, label }))}
              className="min-w-48 flex-1"
            />
            {!hydrated && <Button variant="secondary">Work it out</Button>}
          </div>
        </form>
        <div className="grid gap-4 border-t border-line pt-5">
          <p role="status" className="min-h-14">
            {result.ok && (
              <>
                <span className="block font-display text-4xl tabular-nums">
                  {displayDecimal(result.litres)} litres
                </span>
                <span className="text-ink-soft">of biochar, mixed in evenly</span>
              </>
            )}
          </p>
          {result.ok && <SoilPacks packs={packs} litres={result.litres} />}
          <p className="text-sm text-ink-soft">
            {packs.length > 0 ? `${calculationOf(packs)}; how` : "How"} many litres a bag fills depends on how
            fine it is and how damp. {deliverySentence}{" "}
            <Link
              to="/blog/how-much-biochar-does-a-bed-need"
              className="text-moss underline underline-offset-4"
            >
              How to measure a bed
            </Link>
          </p>
        </div>
      </Card>
    </section>
  );
}

/** Two figures that stay on one line. */
function Span({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>;
}
