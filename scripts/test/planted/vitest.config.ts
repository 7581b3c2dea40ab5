import { mergeConfig } from "vitest/config";
import {
  BaseSequencer,
  type Reporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
} from "vitest/node";
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

/**
 * Names the first failure, and ends there. With `bail` every file that is left would still be loaded, skipped, and
 * waited for: some three seconds each.
 */
class EndAtFirstFailure implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "failed") end(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0)
      end(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) end(module.relativeModuleId, module.errors());
  }
}

function end(name: string, errors: readonly { message: string }[]): never {
  console.log(`FAILED ${name} (${errors[0]?.message.split("\n")[0]?.slice(0, 160)})`);
  process.exit(1);
}

export default mergeConfig(usual, {
  root: process.cwd(),
  cacheDir: ".cache/vite",
  test: { sequence: { sequencer: AsAsked }, maxWorkers: 1, reporters: [new EndAtFirstFailure()] },
});
