import { Link } from "@remix-run/react";
import { useState } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { packFormFields } from "#server/catalogue/pack.schema.ts";
import { currentPriceOf, type ProductTexts, type StaffProduct } from "#server/catalogue/product-state.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import { readNumber } from "#server/core/typed-number.ts";
import type { Handling } from "#server/pricing/loads.ts";
import { packagingFields } from "#server/pricing/pack-facts.ts";
import { perMeasureText, pricePerMeasure, type UnitPriceBasis } from "#server/pricing/price-per-measure.ts";
import { cheaperTotals, idleSteps, type SteppedProduct } from "#server/pricing/price-steps.ts";
import { penceTyped } from "#server/pricing/typed-money.ts";
import type { FieldAt } from "./product-forms.tsx";

interface PackFieldsProps {
  at: FieldAt;
  typed: ProductTexts;
  className?: string;
}

const bases: Record<UnitPriceBasis, string> = {
  none: "Nothing: show no such price",
  kg: "Kilogram",
  l: "Litre",
  m3: "Cubic metre",
};

const handlingLabels: Record<Handling, string> = {
  parcel: "Parcel",
  pallet: "Pallet",
  bulk_bag: "Bulk bag, in a pallet's place",
};

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a pack is: folded away until somebody wants it, open where something of it was refused. */
export function PackFields({ at, typed, className }: PackFieldsProps) {
  // Each may stay empty: nobody has to know it.
  const optional = { required: false, autoComplete: "off" } as const;
  const decimal = { inputMode: "decimal", ...optional } as const;
  const whole = { inputMode: "numeric", ...optional } as const;
  const hasErrors = Object.keys(packFormFields).some(
    (name) => (at(name as keyof ProductTexts).field.errors?.length ?? 0) > 0,
  );
  // It stays open while what was refused is mended.
  const [hadErrors, setHadErrors] = useState(hasErrors);
  if (hasErrors && !hadErrors) setHadErrors(true);
  return (
    <details open={hadErrors || undefined} className={classNames("border-t border-line pt-4", className)}>
      <summary className="min-h-11 cursor-pointer py-2 font-medium">
        Pack: weight, volume, price per kilogram or litre, packaging
      </summary>
      <div className="mt-3 grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField {...at("netGrams")} {...decimal} hint="What is in the pack." />
          <TextField {...at("packMillilitres")} {...decimal} hint="A cubic metre is 1,000." />
          <TextField {...at("grossGrams")} {...decimal} hint="With all that is around it." />
          <SelectField {...at("unitPriceBasis")} options={options(bases)} hint={useShownText(typed)} />
          <TextField {...at("bulkDensity")} {...whole} hint="As you measured it." />
          <TextField
            {...at("bulkDensityMeasuredOn")}
            {...optional}
            type="date"
            hint="When you measured it."
          />
          <SelectField {...at("handling")} options={options(handlingLabels)} hint="How it travels." />
          <TextField {...at("footprintLength")} {...whole} hint="The floor that it takes." />
          <TextField {...at("footprintWidth")} {...whole} hint="The same, across." />
        </div>
        <CheckboxField
          {...at("mixedIntoSoil")}
          hint="The application-rate calculator then offers it. Its litres come from the volume, or from the net weight and the bulk density."
        />
        <fieldset>
          <legend className="text-sm font-medium">Packaging around one unit</legend>
          <p className="mt-1 text-sm text-ink-soft">For the yearly table of packaging. Empty is none.</p>
          <div className="mt-3 grid grid-cols-2 items-start gap-4 sm:grid-cols-3 lg:grid-cols-6">
            {packagingFields.map((name) => (
              <TextField key={name} {...at(name)} {...whole} />
            ))}
          </div>
        </fieldset>
      </div>
    </details>
  );
}

/** What shoppers will read beside the price, of what is typed now. */
function useShownText(typed: ProductTexts): string {
  const currency = useStoreCurrency();
  const content = (text: string) => {
    const read = readNumber(text);
    return "plain" in read ? Math.round(Number(read.plain) * 1000) || null : null;
  };
  const price = typedPrice(typed);
  const shown =
    price &&
    pricePerMeasure(price, {
      netGrams: content(typed.netGrams),
      packMillilitres: content(typed.packMillilitres),
      unitPriceBasis: typed.unitPriceBasis as UnitPriceBasis,
    });
  return shown ? `Shoppers read ${perMeasureText(shown, currency)}.` : "Beside the price.";
}

/** The prices by quantity of a product that is edited, which have a form of their own, beside the price that is typed. */
export function QuantityPrices({ product, typed }: { product: StaffProduct; typed: ProductTexts }) {
  const { id, name, priceSteps } = product;
  return (
    <section aria-labelledby={`quantity-prices-${id}`} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 id={`quantity-prices-${id}`} className="font-text text-base font-medium tracking-normal">
          Prices by quantity
        </h3>
        <Link
          to={`/admin/prices?product=${id}`}
          className="inline-flex min-h-11 items-center text-moss underline"
        >
          <span>{priceSteps.length > 0 ? "Change" : "Set"}</span>
          <span className="sr-only"> the prices by quantity of {name}</span>
        </Link>
      </div>
      {priceSteps.length > 0 && (
        <ul className="text-[0.9375rem] tabular-nums">
          <StepList steps={priceSteps} />
        </ul>
      )}
      <StepWarnings product={{ currentPrice: typedPrice(typed) ?? currentPriceOf(product), priceSteps }} />
    </section>
  );
}

/** What one would cost, as it is typed; undefined while that is no price. */
function typedPrice({ onSale, salePrice, price }: ProductTexts): number | undefined {
  return penceTyped(onSale && salePrice ? salePrice : price);
}

interface StepWarningsProps {
  product: SteppedProduct;
  /** To name lists by; by their codes where they are not at hand. */
  lists?: readonly Pick<TradeListView, "code" | "name">[];
}

/** Where more units cost less in total, and steps that are never charged, as the product is saved. */
export function StepWarnings({ product, lists = [] }: StepWarningsProps) {
  const money = useStoreMoney();
  const whose = (code: string | null) =>
    code === null ? "" : ` for ${lists.find((list) => list.code === code)?.name ?? code}`;
  const cheaper = cheaperTotals(product);
  const idle = idleSteps(product);
  if (cheaper.length === 0 && idle.length === 0) return null;
  return (
    <Notice title="Please look at these prices once more">
      <ul className="grid gap-1">
        {cheaper.map(({ tradeList, fewer, fewerTotal, minQuantity, total }) => (
          <li key={`${tradeList} ${minQuantity}`}>
            {minQuantity} cost less in total than {fewer}
            {whose(tradeList)}: {money(total)} instead of {money(fewerTotal)}.
          </li>
        ))}
        {idle.map(({ tradeList, minQuantity, price }) => (
          <li key={`idle ${tradeList} ${minQuantity}`}>
            From {minQuantity} at {money(price)}
            {whose(tradeList)} is not charged now: a lower price applies.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface StepListProps {
  steps: SteppedProduct["priceSteps"];
  nameOf?: (code: string) => string;
}

/** The prices by quantity of a product. */
export function StepList({ steps, nameOf = (code) => code }: StepListProps) {
  const money = useStoreMoney();
  return steps.map(({ minQuantity, price, tradeList }) => (
    <li key={`${tradeList} ${minQuantity}`}>
      <span>
        from {minQuantity}: {money(price)}
      </span>
      {tradeList !== null && <span className="text-ink-soft"> for {nameOf(tradeList)}</span>}
    </li>
  ));
}
