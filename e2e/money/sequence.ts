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

export interface Sequence {
  steps: Iterable<Step>;
  start: Date;
  ending: Ending;
}

/** Sequences of this many steps, and their end; all of one mood where one is named. */
export function sequences(
  steps: number,
  { replay, mood }: { replay?: string | undefined; mood?: string | undefined } = {},
): fc.Arbitrary<Sequence> {
  const most = {
    maxCommands: steps * DRAWN,
    size: "max",
    ...(replay ? { replayPath: replay } : {}),
  } as const;
  const chosen = Object.entries(moods).filter(([name]) => mood === undefined || name === mood);
  const ofKind = chosen.map(([, { weight, kinds }]) => {
    const drawn = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind.arbitrary));
    return { weight, arbitrary: new OfFullLength(fc.commands(drawn, most), (steps * DRAWN) / 2) };
  });
  return fc.record({
    steps: fc.oneof(...ofKind),
    start: fc.constantFrom(...starts).map((text) => new Date(text)),
    ending: fc.record({
      newestEventFirst: fc.boolean(),
      capturesComplete: fc.boolean(),
      disputesWon: fc.boolean(),
    }),
  });
}

/** Draws again while there are too few steps; shrinking makes them fewer all the same. */
class OfFullLength<Item> extends fc.Arbitrary<Iterable<Item>> {
  readonly #drawn: fc.Arbitrary<Iterable<Item>>;
  readonly #least: number;

  constructor(drawn: fc.Arbitrary<Iterable<Item>>, least: number) {
    super();
    this.#drawn = drawn;
    this.#least = least;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Iterable<Item>> {
    for (;;) {
      const value = this.#drawn.generate(random, bias);
      if ([...value.value_].length >= this.#least) return value;
    }
  }

  canShrinkWithoutContext(value: unknown): value is Iterable<Item> {
    return this.#drawn.canShrinkWithoutContext(value);
  }

  shrink(value: Iterable<Item>, context?: unknown): fc.Stream<fc.Value<Iterable<Item>>> {
    return this.#drawn.shrink(value, context);
  }
}

/** The violated rules, with the log of all actions. */
export class Broken extends Error {
  readonly rules: readonly string[];

  constructor(message: string, rules: Iterable<string>) {
    super(message);
    this.rules = [...new Set(rules)];
  }
}

/**
 * Runs one sequence, lets everything settle, and audits the database. @returns how many steps were done @throws Broken
 * when a rule is violated
 */
export async function runSequence(
  world: World,
  { steps, start, ending }: Sequence,
  limit: number,
): Promise<number> {
  await world.reset(start);
  const model = new Model([formOf("Ada"), formOf("Bob")], limit);
  await fc.asyncModelRun(() => ({ model, real: world }), steps);
  await comeToRest(world, model, ending);
  await audit(world, model, start);
  const broken = world.violations;
  if (broken.length === 0) return model.steps;
  const text = [
    `${model.steps} steps from ${start.toISOString()}:`,
    ...world.log.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`),
    ...new Set(broken.map((violation) => `✗ ${violation.rule}: ${violation.text}`)),
  ];
  throw new Broken(
    text.join("\n"),
    broken.map((violation) => violation.rule),
  );
}

/**
 * Removes one step after another for as long as the same rule is violated. fast-check does most of the shrinking, but
 * considers the last step the cause, while here the audit finds it.
 */
export async function shorten(
  world: World,
  sequence: Sequence,
  broken: Broken,
  limit: number,
): Promise<Broken> {
  let steps = [...sequence.steps];
  let shortest = broken;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const fewer = steps.filter((_step, other) => other !== index);
    const without = await runSequence(world, { ...sequence, steps: fewer }, limit).catch(
      (error: unknown) => error,
    );
    if (!(without instanceof Broken) || !without.rules.some((rule) => shortest.rules.includes(rule)))
      continue;
    [steps, shortest] = [fewer, without];
  }
  return shortest;
}
