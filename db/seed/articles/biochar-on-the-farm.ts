import type { SeedArticle } from "./seed-article.ts";

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
