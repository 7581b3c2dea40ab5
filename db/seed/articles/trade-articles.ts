import type { SeedArticle } from "./index.ts";

export const farm: SeedArticle = {
  slug: "biochar-on-the-farm",
  title: "Biochar on the farm: begin with a strip",
  excerpt:
    "A percentage that is easy in a raised bed is a convoy of lorries in a field. The arithmetic, and three ways to use a cubic metre well.",
  picture: "hero-community",
  imageAlt: "Illustration: rows of young crops running towards hills at first light",
  publishedAt: "2025-11-15T09:00:00Z",
  body: `Advice for gardens does not scale. When we say 10% by volume for a bed, a gardener buys a bag. A farmer who does the same sum for a field stops reading. So let us do the sum first, and then talk about what is worth doing.

## The arithmetic

One hectare is 10,000 square metres. Worked to 10 cm, that is 1,000 cubic metres of soil. A tenth of it is 100 cubic metres of biochar: a hundred of our bulk bags. At 20% it would be two hundred.

Nobody should begin there. Turn it round instead and ask how far one cubic metre goes:

- mixed at 10% into the top 10 cm, it treats 100 square metres
- mixed at 10% into 20 cm, 50 square metres
- mixed at 20% into 20 cm, 25 square metres

That is a tunnel, a nursery bed, a headland that burns up each June, or a strip for a trial. It is enough to learn from.

## Three ways to use it well

**Where the value is.** Tunnels, propagation and high-value beds pay back improvement sooner than arable acres, and the volumes are human. Potting mixes take 5–15%, beds 10–20%.

**Where the plant is.** Biochar in the planting hole or under the drill row reaches the roots at a fraction of the amount that broadcasting needs. For trees and hedges it is the only way that makes sense: they stay, and so does it.

**Where it does two jobs.** Spread on bedding or into slurry and manure, it takes up liquid and odour first and goes out to the field afterwards, charged on the way. If you think of mixing it with feed, ask your vet or nutritionist how it fits your herd before you begin.

## A strip worth having

Mark out one strip with and one without, side by side, on the same soil and the same day. Soil with biochar holds 15–20% more water, by the figures we go by, so choose ground that dries out. Charge it beforehand with slurry, digestate or compost: raw biochar will take up nitrogen that your crop was meant to have.

Measure something you measure anyway: emergence, leaf colour, yield by the trailer. Check the pH too. Biochar is slightly alkaline, pH 7.5–9.0, which is welcome on sour ground and not on chalk. Then leave the strip alone. It will be there next year without another penny spent, which is more than can be said of most things one puts on a field.

## And then

If the strip shows nothing, you have lost a cubic metre. If it shows something, [come and talk](/contact) about quantities.`,
};

export const digester: SeedArticle = {
  slug: "biochar-in-the-digester",
  title: "Biochar in the digester: how to run a fair trial",
  excerpt:
    "Operators of biogas plants hear many promises about additives. Here is how to find out what it does in your own plant before you buy more.",
  picture: "activated-biochar",
  imageAlt: "Illustration: a steel tub labelled Activated Biochar behind a heap of black granules",
  publishedAt: "2025-11-08T09:00:00Z",
  body: `We sell activated biochar by the tub to operators of biogas plants. The question they ask is a reasonable one: how much more gas will I get? The honest answer is that it depends on the plant, and that the way to know is a trial set up so that it can fail. This article is about how to do that.

## What it is meant to do

A digester is a living thing. Microbes in several guilds pass their products along a chain, and when one link lags, acids build up and gas falls. Activated biochar offers a very large surface: somewhere for microbes to settle, and for ammonia and other inhibitors to be held. It is a carrier and a buffer, not a feedstock. It adds no gas of its own.

It follows that a plant which runs calmly within its limits has the least to gain, and one with a difficult feedstock the most.

## Before you begin

Write down what you will measure and for how long, and what result would make you stop. Then collect a baseline. Useful figures are:

- gas volume and methane content, each day
- the feedstock: tonnes, dry matter, where it came from
- ammonia, pH, and volatile acids against alkalinity
- foaming, stirring power, blocked screens: whatever costs you hours

If you have two digesters on the same feed, leave one as it is. Nothing tells a real effect from a good month as well as a neighbour without it.

## During the trial

Begin with one digester and one fixed dose each day, and do not change the dose because of a single reading. Keep the feed as constant as the yard allows. Wait for a full retention time before you judge, because until then part of what is in the tank has never met the biochar. Change one thing at a time.

## When you judge

Compare like with like: gas for each tonne of dry matter fed, not gas for each day. Look at the acids and the ammonia as well as the meter. A plant that makes the same gas but takes a poorer feed without souring has gained something too.

Set the cost of the tubs against it, and be ready to find that it does not pay. We would rather sell you one tub and a clear answer than ten and a doubt.

## Afterwards

The biochar leaves with the digestate and goes to the land with it, already charged. If you spread digestate yourself, say so to whoever advises on your soil. For quantities beyond a trial, [talk to us](/contact).`,
};

export const fromLog: SeedArticle = {
  slug: "from-log-to-biochar",
  title: "From log to biochar, step by step",
  excerpt:
    "Dry wood, a closed kiln, 450–550°C and no oxygen. What happens at each stage, and why none can be hurried.",
  picture: "hero-manufacturing",
  imageAlt: "Illustration: a kiln glowing with hot char in a brick workshop, logs stacked beside it",
  publishedAt: "2025-05-17T09:00:00Z",
  body: `Making charcoal is one of the oldest crafts there is. Making biochar is the same craft with narrower limits, because what comes out is going into soil that somebody will eat from. This is how a piece of wood gets through it.

## Drying

Fresh wood is heavy with water, and every litre of it has to be boiled away before the temperature can rise. A kiln fed with wet wood wastes its heat on steam and chars unevenly. So the wood is dried first, to under 18% moisture. It is the slowest stage, and the one that decides how well the rest goes.

## Heating without air

Wood in a fire meets oxygen and burns to ash. Wood in a closed vessel cannot. Heated without air, it comes apart instead: water goes first, then gases and vapours, and what remains is the carbon skeleton of the cells. This is pyrolysis.

We work at 450–550°C. Biochar can be made anywhere between 350 and 700°C, and the choice is a trade. Lower heat leaves more char from the same wood. Higher heat leaves less, with finer pores and more of the carbon locked into the stable rings that microbes can hardly break. The middle of the range gives a material that holds together, holds water and lasts.

## The smoke is not waste

Some of the vapour can be cooled until it turns to liquid. Settled and filtered, that liquid is wood vinegar, which gardeners dilute generously and water in. The gases that do not condense carry heat of their own.

## Cooling

Hot char will burst into flame if air reaches it. It has to be cooled in the closed vessel or quenched before it is opened, and either way it is left until there is no doubt.

## Sieving and testing

Cold biochar is sieved into grades: fine for pots and seedlings, coarser for beds and fields. Then it is measured. Ours holds more than 80% carbon. To compare: the limits we take from the European Biochar Certificate are at least 50% carbon and at most 3% ash. Acidity is checked as well, and lies between pH 7.5 and 9.0.

## Why it cannot be hurried

Each stage leans on the one before. Damp wood makes uneven char; uneven char makes a batch that no single measurement describes. Patience in the drying shed is what makes the numbers on the bag worth printing.

The [manufacturing page](/manufacturing) has the technical figures in one place, and the [science page](/science) explains what the pores do once they are in the ground.`,
};

export const britishWood: SeedArticle = {
  slug: "why-we-begin-with-british-wood",
  title: "Why we begin with British wood",
  excerpt:
    "What goes into the kiln decides what comes out. On untreated wood, sustainable forestry and the trouble with mixed feedstock.",
  picture: "blog-3",
  imageAlt: "Illustration: a heap of pale wood chips in front of a hedge, logs at its side",
  publishedAt: "2025-10-11T09:00:00Z",
  body: `Almost anything that once grew can be turned into biochar: straw, husks, manure, hedge cuttings, old pallets. We use untreated wood from sustainable British forestry, and nothing else. That is a choice, and this is the thinking behind it.

## What goes in comes out

The kiln drives off water and gases. It does not drive off minerals or metals. Whatever of these was in the feedstock is still there at the end, in a smaller weight of char, so that it is more concentrated than before. Paint, preservative and glue leave traces that nobody wants in a vegetable bed. The only sure way to keep them out of the bag is to keep them out of the kiln.

## Wood is low in ash

Ash is the mineral part of a plant, what is left when the rest has burned. Clean wood has little of it; straw and manure have more. Low ash means that more of each kilogram is carbon, and that the biochar changes the chemistry of your soil less. Our limit is 3% ash at most, and our biochar holds more than 80% carbon. Both would be hard to keep with a mixed feedstock.

## Wood keeps its shape

Look at charcoal under a lens and you are looking at wood: the same vessels and cells, with their walls turned to carbon. Those channels are what carries water into the grain. Because the structure of the tree survives, the structure of the biochar is known before the kiln is lit.

## Known beats cheap

A batch can only be described by its test if the batch is all one thing. When the wood comes from known woods and is dried to the same moisture, under 18%, the sample that is measured speaks for the bags that are filled. With a feedstock that changes from load to load, every bag would need a test of its own.

## Forestry that goes on

Timber is grown for beams, boards and fencing. Not every stem is straight enough, and woods that are thinned grow better than woods that are left. The wood we use comes from forestry that is managed to go on: what is cut is replaced or regrows. Biochar made by felling a wood that does not grow back would be a poor bargain for the climate, whatever it did for the soil.

## Near enough to look at

British wood also travels less far, and the people who grow it can be asked. If you would like to know more about how it is dried and fired, [From log to biochar](/blog/from-log-to-biochar) follows it through.`,
};

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
