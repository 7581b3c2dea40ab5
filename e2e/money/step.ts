import type fc from "fast-check";
import type { Model } from "./model.ts";
import type { World } from "./world.ts";

/** A step with the details that the seed decided. */
export interface Step {
  /** Its kind and its details. */
  text: string;
  /** Whether it is possible now, as far as the people in the model know. */
  can(model: Model): boolean;
  run(world: World, model: Model): Promise<void>;
}

interface StepKind<Given> {
  name: string;
  /** How often it is drawn among the others. */
  weight: number;
  /** The details that the seed decides. */
  given: fc.Arbitrary<Given>;
  /** A possible first step. Without a cart no other step involves money. */
  isFirst?: boolean;
  can?: (model: Model, input: Given) => boolean;
  act: (world: World, model: Model, values: Given) => Promise<void>;
}

/** Steps of a kind, and how often they are drawn. */
export type DrawnSteps = fc.MaybeWeightedArbitrary<Step>;

export function step<Given>(kind: StepKind<Given>): DrawnSteps {
  const { name, weight, given, isFirst = false, can = () => true, act } = kind;
  const arbitrary = given.map((chosen) => ({
    text: `${name} ${JSON.stringify(chosen)}`,
    can: (model: Model) => (isFirst || model.hasBegun) && can(model, chosen),
    run: async (world: World, model: Model) => {
      model.steps += 1;
      await act(world, model, chosen);
      await model.look(world);
    },
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
