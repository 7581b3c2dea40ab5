/** Thrown when something did not happen in time; the message names it. */
export class WaitedInVain extends Error {}

/** The result of a promise, or an error with a plain message after this time: nothing in a run waits for ever. */
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
