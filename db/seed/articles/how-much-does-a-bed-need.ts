import type { SeedArticle } from "./seed-article.ts";

export const howMuch: SeedArticle = {
  slug: "how-much-biochar-does-a-bed-need",
  title: "How much biochar does a bed need?",
  excerpt:
    "Length times width times depth, then a tenth of it. A worked example for a raised bed, a border and a potting bench.",
  picture: "blog-2",
  imageAlt: "Illustration: a raised bed with rows of young greens in dark soil",
  publishedAt: "2025-04-12T09:00:00Z",
  body: `Biochar is measured by volume, because what matters is how much of the root zone it takes up. That makes the sum short enough for the back of a seed packet: work out the litres of soil you mean to improve, then take a percentage of them.

## The sum

Multiply length by width by depth, all in metres, and multiply by a thousand to get litres. The depth is the depth you will actually mix to, not the depth of the bed. For most beds that is one spit, about 20 cm.

Then choose a share:

- **5–10%** suits most purposes, and is where we suggest you begin.
- **10–20%** is the range for garden beds that are being made new or put right.
- **5–15%** is the range for potting mixes.

## A raised bed

A bed of 1 by 2 metres, worked 20 cm deep, holds 1 × 2 × 0.2 × 1,000 = 400 litres of soil. A tenth of that is 40 litres. If the bed is new and the soil poor, go up to 80 litres, which is 20%. If you are topping up soil that already does well, 20 litres (5%) is a fair start.

## A border

A border of 6 metres by 80 cm, forked to 15 cm around established plants, is 6 × 0.8 × 0.15 × 1,000 = 720 litres. At 5% that is 36 litres. Under shrubs and perennials there is no need to reach every corner. Spread it thinly, work it into the top few centimetres, and let worms and weather take it down.

## Pots

For pots, measure with the pot itself. A 10-litre pot at 10% takes one litre of biochar to nine of compost. Use a fine grade here: large lumps leave gaps that small roots do not like.

## Litres and kilograms

Some of our products are sold by weight, because that is what a scale can check. How many litres a bag fills depends on how fine it is and how damp. Tip it into a bucket with litre marks before you begin, and you will know for certain.

## You can take your time

Nothing says that the whole amount must go in at once. Spread it over two or three seasons if that is easier on your back or your purse. Biochar does not wash out or rot away in the meantime, so what you add this spring is still counted next spring. Charge each batch first, with compost or a liquid feed, and leave it for two weeks.

One caution: biochar is slightly alkaline, pH 7.5–9.0. Around blueberries, rhododendrons and other plants that love acid soil, use little of it or none.`,
};
