import {
  ANNUAL_FOOTPRINT_KG,
  CO2_KG_PER_KG_OF_BIOCHAR,
  travelFactors as factors,
} from "#server/calculators/carbon-offset.ts";
import { shippedStatements } from "#server/settings/claims.ts";

/** The building blocks of a report: text, lists, tables and drawn figures. */
export type ReportBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | BarFigure
  | RangeFigure;

/** Separate bars, starting at zero. */
export interface BarFigure {
  kind: "bars";
  caption: string;
  /** What the figure shows, for people who cannot see it. */
  alternative: string;
  bars: readonly { label: string; value: number /** The value as text. */; shown: string }[];
}

/** Spans on one scale. */
export interface RangeFigure {
  kind: "ranges";
  caption: string;
  alternative: string;
  /** The ends of the scale. */
  from: number;
  to: number;
  unit: string;
  ranges: readonly { label: string; from: number; to: number }[];
}

interface ReportSection {
  heading: string;
  blocks: readonly ReportBlock[];
}

export interface Report {
  title: string;
  subtitle: string;
  edition: string;
  /** The date of the edition. It is also the file's date, so that the same source gives the same file. */
  publishedAt: Date;
  sections: readonly ReportSection[];
}

/** The figures that the papers and the science page print: those of the calculator and of the community page. */
export const CO2_PER_KG_BIOCHAR = CO2_KG_PER_KG_OF_BIOCHAR;

/** Kilograms of CO2 per kilometre. */
export const travelFactors = factors.map(({ by, kgPerKm }) => ({
  label: by.charAt(0).toUpperCase() + by.slice(1),
  factor: kgPerKm,
}));

/** Kilograms of biochar sold by retail, with the published share. */
const yearlySales = shippedStatements.retailYears.map(({ year, kg, share }) => ({
  year: String(year),
  kilograms: kg,
  share: `${share}%`,
}));

/** The molecular weight of CO2 divided by that of carbon. */
export const CO2_PER_KG_CARBON = 44 / 12;
/** "Carbon over 80%". */
export const STATED_CARBON_SHARE = 0.8;
/** The carbon left after 100 years, at the 0.3% a year of the EBC's sink guideline (docs/rules.md#content-2). */
export const SHARE_AFTER_100_YEARS = 0.74;

/** The typefaces of the report, which every PDF reader has. */
export const reportFonts = { heading: "Times-Bold", body: "Helvetica", strong: "Helvetica-Bold" } as const;

/** The shop's ink and moss colours. */
export const reportColours = {
  ink: "#22261f",
  soft: "#5a6054",
  moss: "#3c5a2e",
  mossSoft: "#dfe6d6",
  line: "#dcd8cd",
} as const;

const number = new Intl.NumberFormat("en-GB");
const decimals = (value: number, digits: number) => value.toFixed(digits);

const EXAMPLE_KG = 100;
const exampleCo2 = EXAMPLE_KG * CO2_PER_KG_BIOCHAR;
const atStatedCarbon = STATED_CARBON_SHARE * CO2_PER_KG_CARBON;
const afterCentury = atStatedCarbon * SHARE_AFTER_100_YEARS;

const travel = travelFactors.map(({ label, factor }) => ({
  label,
  value: Math.round(exampleCo2 / factor),
  shown: `${number.format(Math.round(exampleCo2 / factor))} km`,
}));

/** The source of the research report: all its text and figures. */
export const researchReport: Report = {
  title: "Biochar: carbon, soil and figures",
  subtitle: "Research report",
  edition: "First edition, November 2026",
  publishedAt: new Date("2026-11-02T09:00:00Z"),
  sections: [
    {
      heading: "About this report",
      blocks: [
        {
          kind: "paragraph",
          text: "This report collects what we publish about biochar in one place: how it is made, what is in it, how much carbon it holds, and how much of it to use. It is written for gardeners, farmers, commercial and industrial buyers, and anybody who wants to check our figures.",
        },
        {
          kind: "paragraph",
          text: "Every figure is printed with the rule it comes from, so that you can work it out again. Where two of our published figures do not agree, both are printed and the difference is named.",
        },
        {
          kind: "paragraph",
          text: "All carbon figures are gross: they count the carbon in the biochar, before what drying, pyrolysis and transport give off. They are no certificate, and no statement about any one delivery.",
        },
      ],
    },
    {
      heading: "How biochar is made",
      blocks: [
        {
          kind: "paragraph",
          text: "Biochar is made by pyrolysis: biomass is heated with hardly any oxygen, so that it turns to charcoal instead of burning. Our biomass comes from sustainable British forestry. The process has three steps.",
        },
        {
          kind: "list",
          items: [
            "Feedstock selection. The wood is dried to less than 18% moisture before it is heated.",
            "Pyrolysis. Research describes biochar made at 350 to 700 °C; our manufacturing works at 450 to 550 °C.",
            "Quality control. The table below names the properties that matter.",
          ],
        },
        {
          kind: "ranges",
          caption: "Pyrolysis temperatures, in degrees Celsius",
          alternative:
            "Two spans on a scale from 300 to 750 degrees Celsius. Described in research: 350 to 700. Our manufacturing: 450 to 550, which lies inside it.",
          from: 300,
          to: 750,
          unit: "°C",
          ranges: [
            { label: "Described in research", from: 350, to: 700 },
            { label: "Our manufacturing", from: 450, to: 550 },
          ],
        },
        {
          kind: "table",
          caption: "What we state, and what the European Biochar Certificate asks for",
          head: ["Property", "Our statement", "EBC limit"],
          rows: [
            ["Carbon", "over 80%", "at least 50%"],
            ["Ash", "not stated here", "at most 3%"],
            ["pH", "7.5 to 9.0", "not stated here"],
            ["Water held by the soil", "15 to 20% more", "not stated here"],
            ["Moisture of the feedstock", "under 18%", "not stated here"],
          ],
        },
      ],
    },
    {
      heading: "How much carbon biochar holds",
      blocks: [
        {
          kind: "paragraph",
          text: `Our carbon offset calculator multiplies kilograms of biochar by ${decimals(CO2_PER_KG_BIOCHAR, 1)}. One kilogram of pure carbon binds ${decimals(CO2_PER_KG_CARBON, 2)} kg of CO2 (44 divided by 12), so this factor describes biochar that is about 98% carbon and keeps all of it. Elsewhere we publish a span of 2.5 to 3.7 kg of CO2 for each kilogram.`,
        },
        {
          kind: "paragraph",
          text: `Two stricter ways of counting give less. Biochar with exactly 80% carbon binds ${decimals(atStatedCarbon, 2)} kg of CO2. If 0.3% of the carbon is lost each year, the rate of the EBC's guideline for carbon sinks, 74% is left after a hundred years, which is ${decimals(afterCentury, 2)} kg.`,
        },
        {
          kind: "bars",
          caption: "Kilograms of CO2 for each kilogram of biochar, by three ways of counting (gross)",
          alternative: `Three bars. Calculator factor: ${decimals(CO2_PER_KG_BIOCHAR, 1)} kilograms. At 80% carbon: ${decimals(atStatedCarbon, 2)}. At 80% carbon after 100 years: ${decimals(afterCentury, 2)}.`,
          bars: [
            {
              label: "Calculator factor",
              value: CO2_PER_KG_BIOCHAR,
              shown: `${decimals(CO2_PER_KG_BIOCHAR, 1)} kg`,
            },
            { label: "At 80% carbon", value: atStatedCarbon, shown: `${decimals(atStatedCarbon, 2)} kg` },
            { label: "... after 100 years", value: afterCentury, shown: `${decimals(afterCentury, 2)} kg` },
          ],
        },
        {
          kind: "paragraph",
          text: `By the calculator's factor, ${EXAMPLE_KG} kg of biochar stand for ${number.format(exampleCo2)} kg of CO2. That is ${decimals((exampleCo2 / ANNUAL_FOOTPRINT_KG) * 100, 1)}% of the yearly footprint of ${number.format(ANNUAL_FOOTPRINT_KG)} kg that the calculator compares with. The next figure says how far one could travel for the same amount.`,
        },
        {
          kind: "bars",
          caption: `Distances that give off ${number.format(exampleCo2)} kg of CO2`,
          alternative: `Five bars. ${travel.map(({ label, shown }) => `${label}: ${shown}`).join(". ")}.`,
          bars: travel,
        },
        {
          kind: "table",
          caption: "Factors behind the distances, in kilograms of CO2 for each kilometre",
          head: ["Means of travel", "kg CO2 per km"],
          rows: travelFactors.map(({ label, factor }) => [label, String(factor)]),
        },
      ],
    },
    {
      heading: "What we have sold since 2019",
      blocks: [
        {
          kind: "paragraph",
          text: "We state that 19,580 kg of retail biochar have been sold since 2019, which the calculator's factor turns into 70,488 kg of CO2. The yearly figures are printed as they were recorded, each with the share stated beside it. They add up to more than that total, so please read every bar by itself; until the difference is settled, rely on neither for accounts of your own.",
        },
        {
          kind: "bars",
          caption: "Retail biochar sold, in kilograms, with the stated share",
          alternative: `Six bars. ${yearlySales.map(({ year, kilograms, share }) => `${year}: ${number.format(kilograms)} kilograms, ${share}`).join(". ")}.`,
          bars: yearlySales.map(({ year, kilograms, share }) => ({
            label: year,
            value: kilograms,
            shown: `${number.format(kilograms)} kg (${share})`,
          })),
        },
      ],
    },
    {
      heading: "Using biochar",
      blocks: [
        {
          kind: "paragraph",
          text: "Biochar is used in farming and agriculture, in building materials, in animal feed, for water filtration, for waste treatment, and to help soils hold water. For soils, these amounts are our starting points; soil, crop and climate decide what works best, so try a small area first.",
        },
        {
          kind: "ranges",
          caption: "How much to mix in, in percent by volume",
          alternative:
            "Three spans on a scale from 0 to 25 percent by volume. Garden use: 10 to 20. Potting mixes: 5 to 15. Recommended mix: 5 to 10.",
          from: 0,
          to: 25,
          unit: "%",
          ranges: [
            { label: "Garden use", from: 10, to: 20 },
            { label: "Potting mixes", from: 5, to: 15 },
            { label: "Recommended mix", from: 5, to: 10 },
          ],
        },
      ],
    },
    {
      heading: "Standards, and how to read claims",
      blocks: [
        {
          kind: "paragraph",
          text: "Four bodies set rules for biochar and for carbon that stays out of the air. Our website describes each of them.",
        },
        {
          kind: "list",
          items: [
            "European Biochar Certificate (EBC): requirements for feedstock, process and product, with testing in three steps.",
            "International Biochar Initiative: common definitions of what biochar is.",
            "Verified Carbon Standard: rules for projects that sell carbon credits.",
            "Puro Earth: a register for carbon removal.",
          ],
        },
        {
          kind: "paragraph",
          text: "A tonne of CO2 can be claimed once. Where removal credits for our biochar are sold, they belong to whoever buys the credits; a buyer of the biochar itself must then not claim the same tonnes.",
        },
        {
          kind: "paragraph",
          text: "The rules in this report are the ones behind the calculator and the community page of our website. If you find a mistake, please write to us: contact details are on the website and at the foot of every email we send.",
        },
      ],
    },
  ],
};
