import type { SeedArticle } from "./seed-article.ts";

export const carbonFigure: SeedArticle = {
  slug: "how-to-read-a-carbon-figure",
  title: "How to read a carbon figure",
  excerpt:
    "2.5, 2.9, 3.6 or 3.7 kilograms of CO₂ for each kilogram of biochar? Where the figures come from, and what none of them includes.",
  picture: "hero-science",
  imageAlt: "Illustration: the honeycomb surface of charcoal, seen from very near",
  publishedAt: "2025-06-21T09:00:00Z",
  body: `You will find several figures for the carbon in biochar, on our pages and on everybody else's. They do not contradict each other, but they answer different questions. This is how to tell which is which.

## The chemistry, which is fixed

When pure carbon burns, 12 grams of it take up 32 grams of oxygen and become 44 grams of CO₂. So one kilogram of pure carbon stands for 3.67 kg of CO₂. No biochar can hold more than that, because none is more than pure carbon.

## The grade, which varies

Biochar is not pure carbon. There is some ash in it, and some hydrogen and oxygen that the heat did not drive off. At 80% carbon, a kilogram of biochar stands for 0.8 × 3.67 = 2.9 kg of CO₂. Across grades, the range we quote is 2.5 to 3.7 kg.

## The calculator, which is rounded up

Our [carbon calculator](/) multiplies kilograms by 3.6. That is near the top of the range. For 100 kg it says 360 kg of CO₂, and sets that against an annual footprint of 12,000 kg: 3.0%. It says it in kilometres too. At 0.12 kg of CO₂ for each kilometre in a car, 360 kg are 3,000 km. Take those as a way to picture a weight of gas that nobody can see, not as a certificate.

## What is lost with time

Most of the carbon stays in the ground for a very long time, but not every gram for ever. The guideline of the European Biochar Certificate assumes that 0.3% is lost each year. After a hundred years, 74% of it is then still there.

## What is left out

All of these are gross figures. They say what the biochar holds. They do not take off what drying, heating, bagging and delivery caused, and they do not say what would have become of the wood otherwise. A full account would.

## So is it an offset?

No. A bag of biochar is a soil improver that holds carbon. Certified removals are a different thing: they are measured to a standard, checked by somebody independent, entered in a registry and sold once. If you need to set removals against a company's emissions, that is what to ask for. If you want better soil and like the thought that the carbon stays in it, a bag will do both.

The sums behind this article are on the [science page](/science#carbon). If you find a mistake in them, [please tell us](/contact).`,
};
