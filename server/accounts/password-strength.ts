import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** A password is at least as strong as its beginning, and each further character costs time. */
const SIGNS_LOOKED_AT = 40;
/** The minimum of zxcvbn's five scores, 0 to 4: from 3 on more than a hundred million guesses are needed. */
const LEAST_SCORE = 3;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether password-guessing programs find this one soon: it is among the commonest, or a small change of one
 * (P@ssw0rd1234), a row of keys, a date, a repetition, or made of the person's own words. The dictionary weighs 200 kB
 * and is loaded at first use, also in browsers.
 */
export async function isEasyToGuess(password: string, personalWords: readonly string[]): Promise<boolean> {
  loading ??= loadEstimator();
  const estimator = await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const words = personalWords.flatMap((name) => {
    const parts = name.split(/[^\p{L}\p{N}]+/u);
    return [name, parts.join(""), ...parts].filter(Boolean);
  });
  return estimator.check(password.slice(0, SIGNS_LOOKED_AT), words).score < LEAST_SCORE;
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
