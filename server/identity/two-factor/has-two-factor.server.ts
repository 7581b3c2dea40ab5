import { TwoFactor } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";

/** Whether a person's sign-in asks for a code. */
export async function hasTwoFactor(context: Pick<Context, "em">, userId: number): Promise<boolean> {
  return (await context.em.count(TwoFactor, { user: userId, confirmedAt: { $ne: null } })) > 0;
}
