import type { SeedArticle } from "./seed-article.ts";

export const chargeIt: SeedArticle = {
  slug: "charge-it-before-you-dig-it-in",
  title: "Charge it before you dig it in",
  excerpt:
    "Fresh biochar is empty, and it fills itself before it feeds anybody. Two weeks with compost or a liquid feed make the difference.",
  picture: "blog-1",
  imageAlt: "Illustration: a hand trowel full of biochar above dark soil",
  publishedAt: "2025-03-08T09:00:00Z",
  body: `The commonest disappointment with biochar comes in the first month. Somebody buys a bag, digs it into a bed in April, sows, and finds in May that the row with the biochar is paler than the row without. Nothing is wrong with the bag. It was simply put to work hungry.

## What an empty pore does

Biochar is the skeleton of wood. Heating drives off everything except the carbon, and leaves the walls of the cells standing with nothing inside them. Those pores are the whole point: they hold water, and nutrients cling to their surface. But straight from the kiln they are empty, and in the ground they fill from what is nearest. For a few weeks that means from the same soil water your seedlings are drinking.

Once the pores are full the balance turns round. What is held there is given back as roots ask for it. So the answer is not to use less biochar, but to let it fill before the plants arrive. Growers call this charging.

## Three ways to do it

**With compost.** Mix one part of biochar with one part of mature compost, wet the heap until a squeezed handful just drips, cover it, and leave it for two weeks. This is the easiest way and the hardest to get wrong.

**With a liquid feed.** Put the biochar in a bucket or trug, pour on a liquid feed at the strength you would give to plants, and stir. Comfrey or nettle feed does as well as anything from a bottle. Stir again every few days for a fortnight, and use the liquid that is left on something that is already growing.

**In the compost heap.** Scatter it in layers as you build the heap and forget about it. It comes out charged with the compost, some months later.

## When you need not bother

If you dig biochar in during autumn, into ground that will stand empty until spring, winter does the work for you. And our Biochar Compost Mix is charged while it is being composted, so it can be used straight from the bag.

## Then keep to the amount

Once charged, the usual figures apply: 10–20% by volume in garden beds, 5–15% in potting mixes, and 5–10% for most other purposes. Water it in well. You will not have to do any of this again next year: the biochar stays where you put it.`,
};
