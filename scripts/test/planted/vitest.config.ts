import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import usual from "../../../vitest.config.ts";

/** In the order in which they were asked for: the nearest first, since the first failure ends the run. */
class AsAsked extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const asked = process.argv;
    const place = ({ moduleId }: TestSpecification) =>
      asked.findIndex((file) => moduleId.endsWith(`/${file}`));
    return specifications.sort((one, other) => place(one) - place(other));
  }
}

export default mergeConfig(usual, {
  root: process.cwd(),
  cacheDir: ".cache/vite",
  test: { sequence: { sequencer: AsAsked }, maxWorkers: 1, bail: 1 },
});
