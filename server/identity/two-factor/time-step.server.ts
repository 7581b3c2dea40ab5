import { verify } from "otplib";

/** Seconds that one code lasts, in every authenticator app. */
const STEP_SECONDS = 30;

/**
 * The half minute (since 1970) that a six-digit code belongs to, when it is right now or was one step ago, or will be
 * in one: clocks drift. Steps up to `lastStep` are used up. Undefined for a wrong code.
 */
export async function timeStepOf(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null | undefined },
): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
    ...(lastStep ? { afterTimeStep: lastStep } : {}),
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
