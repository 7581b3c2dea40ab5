import fc from "fast-check";
import { mishap } from "./mishaps.ts";
import { addUp, passTime, sweep } from "./passing-time.ts";
import { pick, type Step, step } from "./step.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** The clock and the process. */
export const timeSteps: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 6,
    arbitrary: step({
      name: "time passes",
      given: fc.record({
        minutes: fc.constantFrom(1, 1, 2, 2, 2, 10, 10, 32, 90, 5 * HOUR, DAY, 4 * DAY, 33 * DAY),
        mishap,
      }),
      act: async (world, model, { minutes, mishap }) => {
        world.log.push(`${minutes} minutes pass`);
        await passTime(world, model, minutes, mishap);
      },
    }),
  },
  {
    weight: 1,
    arbitrary: step({
      name: "the sweeper runs",
      given: fc.record({ mishap }),
      act: (world, _model, input) => sweep(world, input.mishap),
    }),
  },
  {
    weight: 1,
    arbitrary: step({
      name: "the sums are added up",
      given: fc.record({}),
      act: (world) => addUp(world),
    }),
  },
  {
    weight: 8,
    arbitrary: step({
      name: "a held call goes on",
      given: fc.record({ which: fc.nat(3) }),
      act: async (world, _model, { which }) => {
        const action = pick(world.held, which);
        if (action) await world.letGo(action);
      },
    }),
  },
  {
    weight: 1,
    arbitrary: step({
      name: "the process is started anew",
      given: fc.record({}),
      act: async (world) => {
        world.log.push("the process dies and starts again");
        await world.restart();
      },
    }),
  },
];
