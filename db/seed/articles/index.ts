import { compostHeap } from "./biochar-and-the-compost-heap.ts";
import { digester } from "./biochar-in-the-digester.ts";
import { farm } from "./biochar-on-the-farm.ts";
import { chargeIt } from "./charge-it-before-you-dig-it-in.ts";
import { fromLog } from "./from-log-to-biochar.ts";
import { howMuch } from "./how-much-does-a-bed-need.ts";
import { pots } from "./pots-seedlings-and-houseplants.ts";
import { carbonFigure } from "./reading-a-carbon-figure.ts";
import { britishWood } from "./why-we-begin-with-british-wood.ts";

/** The blog's first articles, the oldest first. */
export const seedArticles = [
  chargeIt,
  howMuch,
  fromLog,
  carbonFigure,
  compostHeap,
  britishWood,
  pots,
  digester,
  farm,
];
