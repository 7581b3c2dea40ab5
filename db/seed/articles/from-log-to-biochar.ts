import type { SeedArticle } from "./seed-article.ts";

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
