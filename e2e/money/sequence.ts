import fc from "fast-check";
import { audit } from "./audit.ts";
import { batchSteps } from "./batch-steps.ts";
import { Model } from "./model.ts";
import { cardSteps, payPalSteps } from "./paying-steps.ts";
import { providerSteps } from "./provider-steps.ts";
import { comeToRest, type Ending } from "./rest.ts";
import { saleSteps } from "./sale-steps.ts";
import { formOf } from "./shopper.ts";
import { shopperSteps } from "./shopper-steps.ts";
import { staffSteps } from "./staff-steps.ts";
import type { DrawnSteps, Step } from "./step.ts";
import { timeSteps } from "./time.ts";
import type { World } from "./world.ts";

/** How many steps are drawn for each wanted one: many are impossible when their turn comes, and are skipped. */
const DRAWN = 4;

/**
 * Half of the sequences may do everything. The others leave out whole families of steps: a fault that needs eight
 * steps of one family is hardly ever drawn from all families.
 */
const moods = {
  everything: {
    weight: 4,
    kinds: [
      ...[...shopperSteps, ...cardSteps, ...payPalSteps, ...providerSteps],
      ...[...staffSteps, ...batchSteps, ...timeSteps],
    ],
  },
  "a sale": { weight: 3, kinds: saleSteps },
  "cards, staff": { weight: 2, kinds: [...shopperSteps, ...cardSteps, ...staffSteps, ...batchSteps] },
  PayPal: { weight: 1, kinds: [...shopperSteps, ...payPalSteps, ...timeSteps] },
  "PayPal, providers": {
    weight: 1,
    kinds: [...shopperSteps, ...payPalSteps, ...providerSteps, ...timeSteps],
  },
  cards: { weight: 1, kinds: [...shopperSteps, ...cardSteps, ...timeSteps] },
  "cards, providers, staff": {
    weight: 1,
    kinds: [...shopperSteps, ...cardSteps, ...providerSteps, ...staffSteps, ...timeSteps],
  },
} satisfies Record<string, { weight: number; kinds: DrawnSteps[] }>;

/** Special moments: an ordinary noon, the end of a month, the nights when clocks change. */
const starts = [
  "2026-03-02T12:00:00Z",
  "2026-01-31T23:30:00Z",
  "2026-03-28T23:50:00Z",
  "2026-10-24T23:50:00Z",
];

interface Sequence {
  steps: readonly Step[];
  start: Date;
  ending: Ending;
}

/** How many steps a sequence has. */
const STEPS = 40;

/** Sequences and their ends; all of one mood where one is named. */
function sequences(mood?: string): fc.Arbitrary<Sequence> {
  const chosen = Object.entries(moods).filter(([name]) => mood === undefined || name === mood);
  const ofMood = chosen.map(([, { weight, kinds }]) => ({
    weight,
    arbitrary: fc.array(fc.oneof(...kinds), { minLength: STEPS * DRAWN, maxLength: STEPS * DRAWN }),
  }));
  return fc.record({
    steps: fc.oneof(...ofMood),
    start: fc.constantFrom(...starts).map((text) => new Date(text)),
    ending: fc.record({
      newestEventFirst: fc.boolean(),
      capturesComplete: fc.boolean(),
      disputesWon: fc.boolean(),
    }),
  });
}

const TELL_EACH_MS = 60_000;

/**
 * Runs the random sequence of each seed and audits the books after it. @throws Error with the shortest sequence that
 * broke a rule
 */
export async function runModel(
  world: World,
  { seeds, mood }: { seeds: readonly number[]; mood?: string | undefined },
): Promise<void> {
  const began = performance.now();
  let [steps, told] = [0, began];
  for (const [index, seed] of seeds.entries()) {
    const [sequence] = fc.sample(sequences(mood), { seed, numRuns: 1 });
    if (!sequence) throw new Error("Nothing was drawn.");
    const named = mood === undefined ? "" : `MODEL_MOOD="${mood}" `;
    const again = `Again: ${named}MODEL_SEED=${seed} npx vitest run --project deep e2e/money/model.deep.test.ts`;
    const done = await runSequence(world, sequence).catch((error: unknown) => {
      throw new Error(`A step threw. ${again}`, { cause: error });
    });
    steps += done.steps.length;
    if (done.broken.size > 0) {
      console.log(`Seed ${seed}, to be shortened:\n${done.text}`);
      throw new Error(`${await shortest(world, sequence, done)}\n${again}`);
    }
    const now = performance.now();
    if (now < told + TELL_EACH_MS && index + 1 < seeds.length) continue;
    told = now;
    console.log(`${index + 1} sequences, ${steps} steps after ${((now - began) / 1000).toFixed(0)} s`);
  }
}

/** What came of a sequence: the steps that were possible, the broken rules, and the log of all actions. */
interface Done {
  steps: Step[];
  broken: Set<string>;
  text: string;
}

/** Runs one sequence, lets everything settle, and audits the database. */
async function runSequence(world: World, { steps, start, ending }: Sequence): Promise<Done> {
  await world.reset(start);
  const model = new Model([formOf("Ada"), formOf("Bob")]);
  const done: Step[] = [];
  for (const step of steps) {
    if (model.steps >= STEPS || !step.can(model)) continue;
    done.push(step);
    await step.run(world, model);
  }
  await comeToRest(world, model, ending);
  await audit(world, model, start);
  const text = [
    `${done.length} steps from ${start.toISOString()}:`,
    ...done.map((step) => `  ${step.text}`),
    ...world.log.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`),
    ...new Set(world.violations.map(({ rule, text }) => `✗ ${rule}: ${text}`)),
  ];
  return { steps: done, broken: new Set(world.violations.map(({ rule }) => rule)), text: text.join("\n") };
}

/** Leaves out one step after another for as long as the same rule is broken. */
async function shortest(world: World, sequence: Sequence, broken: Done): Promise<string> {
  let found = broken;
  for (let index = found.steps.length - 1; index >= 0; index -= 1) {
    const steps = found.steps.filter((_, other) => other !== index);
    const without = await runSequence(world, { ...sequence, steps });
    if ([...without.broken].some((rule) => found.broken.has(rule))) found = without;
  }
  return found.text;
}
