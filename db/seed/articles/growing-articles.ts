import type { SeedArticle } from "./index.ts";

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

export const pots: SeedArticle = {
  slug: "biochar-for-pots-seedlings-and-houseplants",
  title: "Biochar for pots, seedlings and houseplants",
  excerpt:
    "In a pot there is nowhere for water to come from but the can. What a fine biochar at 5–15% by volume does there, and how to mix it.",
  picture: "hero-home",
  imageAlt: "Illustration: a seedling rising from dark soil with pieces of biochar in it",
  publishedAt: "2025-10-25T09:00:00Z",
  body: `A plant in the ground can send a root down for water. A plant in a pot has what you gave it, and on a hot afternoon that is soon gone. Containers are where a small amount of biochar is noticed first.

## What it does in a pot

Soil with biochar in it holds 15–20% more water, by the figures we go by. In a bed that is a comfort. In a hanging basket it may be the difference between watering in the evening and finding it too late. The grains also keep the mix open: peat-free composts tend to slump as the season goes on, and hard carbon does not.

What it does not do is feed. Biochar holds nutrients and gives them back, but it has to be given them first. Go on feeding as you did.

## The mix

Use 5–15% by volume. For a bucket of ten litres that is half a litre to a litre and a half. Begin at the lower end with seedlings, and go higher for tomatoes, shrubs and anything that will stay in its pot for years.

1. Charge the biochar first: half and half with compost, or soaked in a weak liquid feed, for two weeks.
2. Mix it with the compost while both are damp. Dry fines float, and rise into your face.
3. Fill the pots, water once from above, and top up where the mix has settled.

## Which grade

Sieve sizes matter more here than anywhere else. Coarse pieces leave hollows in a module tray that a first root cannot cross. Our Specialized Plant Biochar is sieved small for just this. If you have only a coarser bag, rub it through a kitchen sieve that you do not want back.

## Houseplants

The same 5–15% will do. The easiest moment is when you pot on: there is fresh compost to mix it into, and no roots in the way. For a plant that is staying where it is, scratch a few spoonfuls of charged biochar into the surface and water it in.

## And where to leave it out

Biochar is slightly alkaline, pH 7.5–9.0. Blueberries, camellias, azaleas and most carnivorous plants want acid conditions, and are better without it. For seed trays of anything you have never grown before, fill one half with the mix and one half without, and see. Two labels and three weeks will tell you more than any article.`,
};
