/** Thrown when something did not happen in time. Its message says what was waited for. */
export class WaitedInVain extends Error {}

/** The outcome of a promise, or after so long a plain message: nothing in a run waits for ever. */
export async function within<Result>(
  limitMs: number,
  what: string,
  outcome: Promise<Result>,
): Promise<Result> {
  let alarm: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    alarm = setTimeout(
      () => reject(new WaitedInVain(`Waited ${limitMs / 1000} s in vain for ${what}.`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(alarm);
  }
}
