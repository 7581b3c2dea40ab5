import type { SeedArticle } from "./seed-article.ts";

export const compostHeap: SeedArticle = {
  slug: "biochar-and-the-compost-heap",
  title: "Biochar and the compost heap",
  excerpt:
    "The heap charges the biochar, and the biochar steadies the heap. How to layer the two, and what to do in autumn.",
  picture: "blog-4",
  imageAlt: "Illustration: a slatted wooden compost bay filled with leaves and dark compost",
  publishedAt: "2025-09-13T09:00:00Z",
  body: `If you make compost and use biochar, the simplest advice we have is to let the one go through the other. The heap fills the empty pores with what plants need, and by the time the compost is ready there is nothing more to do.

## Why the two get on

A compost heap is wet, warm, full of dissolved nutrients, and busy with microbes. Fresh biochar is dry and empty, with a very large surface for its weight. Put together, each has what the other lacks. The pores take up liquid that would otherwise run out at the bottom, and hold air and water side by side in a heap that might otherwise turn soggy.

## Building it in

You do not need to measure. Keep a tub of biochar next to the heap, and each time you empty the kitchen caddy or the grass box, throw a few handfuls on top. Aim for something like a tenth of what goes in.

A few things help:

- **Damp it first.** Dry fines blow about. A splash from the watering can settles them, and your lungs will thank you.
- **Scatter, do not dump.** A thin layer over the whole surface touches more of the heap than a lump in the middle.
- **Put it on the green.** Grass cuttings, kitchen peelings and manure are where the liquid and the nitrogen are.
- **Turn as usual.** Biochar does not rot, so it makes no difference to how often a heap wants turning.

## What comes out

The finished compost is darker and looser than you are used to, with black grains through it. The leaves and peelings have shrunk to a fraction of what they were. The biochar has not, so its share is larger than what you put in. If you added about a tenth, you may find nearer a fifth. Dig it in or spread it as you would any compost, and allow for that share when you mix it for pots, where 5–15% by volume is enough.

## Autumn is the time

October is when most of us have leaves, spent plants and the last of the grass at once. It is the best time to begin a heap with biochar in it: by spring, what went in dry and empty comes out ready to use.

## No heap?

Use our Biochar Compost Mix, which is made just this way, or stand plain biochar half and half with bought compost for two weeks. [Charge it before you dig it in](/blog/charge-it-before-you-dig-it-in) tells you how.`,
};
