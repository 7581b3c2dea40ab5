import { ShopError, type TakenBackBy } from "#server/core/errors.ts";

interface ChosenRow {
  /** What a person calls it. */
  name: string;
  /** Of the form: where its refusal stands. */
  field: string;
  /** The single command on this row, in a transaction of its own. */
  run: () => Promise<unknown>;
}

/**
 * Runs a command for each chosen row, each for itself: one that is refused keeps none of the others back. Returns the
 * names of those that it was done for. @throws ShopError `conflict` with the reason of each that was refused, when there
 * are any; `not` says what they are not: "dispatched". It takes along how to take back what was done to the others.
 */
export async function runForEach(
  rows: readonly ChosenRow[],
  not: string,
  takeBack: () => TakenBackBy | undefined = () => undefined,
): Promise<string[]> {
  const did: string[] = [];
  const fields: Record<string, string[]> = {};
  const reasons: string[] = [];
  for (const { name, field, run } of rows) {
    try {
      await run();
      did.push(name);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      const reason = `${name}: ${error.message}`;
      fields[field] = [...(fields[field] ?? []), field.includes(".") ? error.message : reason];
      reasons.push(reason);
    }
  }
  if (reasons.length === 0) return did;
  const refused = reasons.length === 1 ? `One was not ${not}.` : `${reasons.length} were not ${not}.`;
  const done = did.length > 0 ? ` Done: ${did.join(", ")}.` : "";
  throw new ShopError("conflict", `${refused}${done}`, { fields, takeBack: takeBack() });
}
