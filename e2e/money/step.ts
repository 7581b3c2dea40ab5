import type fc from "fast-check";
import type { Model } from "./model.ts";
import type { World } from "./world.ts";

export type Step = fc.AsyncCommand<Model, World>;

interface StepKind<Given> {
  name: string;
  /** How often it is drawn among the others. */
  weight: number;
  /** The details that the seed decides. */
  given: fc.Arbitrary<Given>;
  /** A possible first step. Without a cart no other step involves money. */
  isFirst?: boolean;
  /** Whether it is possible now, as far as the people in the model know. */
  can?: (model: Model, input: Given) => boolean;
  act: (world: World, model: Model, values: Given) => Promise<void>;
}

/** Steps of a kind, which fast-check draws, runs and shrinks, and how often they are drawn. */
export interface DrawnSteps {
  weight: number;
  arbitrary: fc.Arbitrary<Step>;
}

export function step<Given>(kind: StepKind<Given>): DrawnSteps {
  const { name, weight, given, isFirst = false, can = () => true, act } = kind;
  const arbitrary = given.map((chosen) => ({
    check: (model: Model) => model.steps < model.limit && (isFirst || model.hasBegun) && can(model, chosen),
    run: async (model: Model, world: World) => {
      model.steps += 1;
      await act(world, model, chosen);
      await model.look(world);
    },
    toString: () => `${name} ${JSON.stringify(chosen)}`,
  }));
  return { weight, arbitrary };
}

/** Picks one of these. */
export function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

export function anythingAgreed(model: Pick<Model, "agreements">): boolean {
  return model.agreements.length > 0;
}

export function anythingCharged(model: Pick<Model, "charges">): boolean {
  return model.charges.size > 0;
}
