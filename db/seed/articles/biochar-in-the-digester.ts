import type { SeedArticle } from "./seed-article.ts";

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
