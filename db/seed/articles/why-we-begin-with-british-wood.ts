import type { SeedArticle } from "./seed-article.ts";

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
