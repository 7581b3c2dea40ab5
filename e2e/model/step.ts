import fc from "fast-check";
import type { Model, Shopper, Tab } from "./model.ts";
import type { World } from "./world.ts";

export type Step = fc.AsyncCommand<Model, World>;

interface StepKind<Given> {
  name: string;
  /** The details that the seed decides. */
  given: fc.Arbitrary<Given>;
  /** A possible first step. Without a cart no other step involves money. */
  isFirst?: boolean;
  /** Whether it is possible now, as far as the people in the model know. */
  can?: (model: Model, input: Given) => boolean;
  act: (world: World, model: Model, values: Given) => Promise<void>;
}

/** A kind of step that fast-check draws, runs and shrinks. */
export function step<Given>({
  name,
  given: input,
  isFirst = false,
  can = () => true,
  act,
}: StepKind<Given>): fc.Arbitrary<Step> {
  return input.map((chosen) => ({
    check: (model) => model.steps < model.limit && (isFirst || hasBegun(model)) && can(model, chosen),
    run: async (model, world) => {
      model.steps += 1;
      await act(world, model, chosen);
      await model.look(world);
    },
    toString: () => `${name} ${JSON.stringify(chosen)}`,
  }));
}

function hasBegun({ shoppers }: Pick<Model, "shoppers">): boolean {
  return shoppers.some(({ cartId }) => cartId !== null);
}

/** Which of two shoppers, and which of their two tabs: mostly the first of each, so that their steps meet. */
export const someone = { shopper: fc.constantFrom(0, 0, 0, 1), tab: fc.constantFrom(0, 0, 0, 1) };

export interface Someone {
  shopper: number;
  tab: number;
}

export function shopperOf(model: Model, { shopper }: Pick<Someone, "shopper">): Shopper {
  return model.shoppers[shopper === 0 ? 0 : 1];
}

export function tabOf(model: Model, who: Someone): Tab {
  return shopperOf(model, who).tabs[who.tab === 0 ? 0 : 1];
}

/** "Ada, tab 1": for the log. */
export function nameOf({ shopper, tab }: Someone): string {
  return `${shopper === 0 ? "Ada" : "Bob"}, tab ${tab + 1},`;
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
