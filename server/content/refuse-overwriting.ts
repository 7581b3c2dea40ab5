import { ShopError } from "#server/core/errors.ts";

/** @throws ShopError `conflict` when somebody saved it after the version that the person saw */
export function refuseOverwriting(name: string, version: number, seenVersion: number): void {
  if (version === seenVersion) return;
  throw new ShopError(
    "conflict",
    `Somebody else changed "${name}" while you were editing. Nothing was overwritten.`,
  );
}
