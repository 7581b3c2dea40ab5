import { CO2_KG_PER_KG_OF_BIOCHAR as CO2_PER_KG_BIOCHAR } from "#server/calculators/carbon-offset.ts";
import { Source, Text } from "../parts/sections.tsx";
import { Bars } from "./bars.tsx";

/** The molecular weight of CO2 divided by that of carbon. */
const CO2_PER_KG_CARBON = 44 / 12;
const STATED_CARBON_SHARE = 0.8;
const SHARE_AFTER_100_YEARS = 0.74;
const atStatedCarbon = STATED_CARBON_SHARE * CO2_PER_KG_CARBON;
const afterCentury = atStatedCarbon * SHARE_AFTER_100_YEARS;

/** From pure carbon to what remains of ours after a hundred years: the sum behind every carbon figure. */
export function CarbonSums() {
  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
      <Bars
        full={4}
        bars={[
          {
            label: "Pure carbon, 44 ÷ 12",
            value: CO2_PER_KG_CARBON,
            shown: kilograms(CO2_PER_KG_CARBON),
            muted: true,
          },
          { label: "Our calculator", value: CO2_PER_KG_BIOCHAR, shown: kilograms(CO2_PER_KG_BIOCHAR) },
          { label: "At exactly 80% carbon", value: atStatedCarbon, shown: kilograms(atStatedCarbon) },
          { label: "… and after 100 years", value: afterCentury, shown: kilograms(afterCentury) },
        ]}
      />
      <Text>
        <p>
          When 12 grams of carbon burn, they take up 32 grams of oxygen and become 44 grams of CO₂. A kilogram
          of pure carbon is therefore worth {kilograms(CO2_PER_KG_CARBON)} of CO₂, and a kilogram of biochar
          that much times its share of carbon.
        </p>
        <p>
          Our calculator uses {kilograms(CO2_PER_KG_BIOCHAR)}, which describes biochar of about 98% carbon
          that keeps all of it. At exactly 80%, the least that we state, it is {kilograms(atStatedCarbon)}.
          With the 0.3% a year that the European Biochar Certificate's guideline assumes,
          <Source number={4} /> {kilograms(afterCentury)} are left after a century. Elsewhere we give the
          span, 2.5–3.7 kg.
        </p>
        <p>
          All of these are gross figures: the carbon in the biochar, before transport and production. They are
          not carbon credits. Where removal certificates for our biochar are sold, the removal belongs to
          whoever buys them.
        </p>
      </Text>
    </div>
  );
}

function kilograms(value: number): string {
  return `${value.toFixed(value === CO2_PER_KG_BIOCHAR ? 1 : 2)} kg`;
}
