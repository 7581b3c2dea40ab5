import type { SeedArticle } from "./seed-article.ts";

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
