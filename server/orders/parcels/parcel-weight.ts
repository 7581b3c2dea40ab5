export const weightUnits = ["kg", "g"] as const;
export type WeightUnit = (typeof weightUnits)[number];

const GRAMS: Record<WeightUnit, number> = { kg: 1000, g: 1 };

/** The heaviest load of a pallet network. */
const MOST_GRAMS = 1_500_000;

export const WEIGHT_HINT = "Enter a weight such as 12.5";

/** A weight as somebody typed it, in whole grams. */
export function gramsOf(weight: number, unit: WeightUnit = "kg"): number {
  return Math.round(weight * GRAMS[unit]);
}

/** Why nothing that is sent can weigh so much, in words for staff; undefined when it can. */
export function weightRefusal(grams: number): string | undefined {
  if (grams < 1) return WEIGHT_HINT;
  return grams > MOST_GRAMS ? `Enter at most ${MOST_GRAMS / GRAMS.kg} kg` : undefined;
}

/** A weight as it is best typed: light things in grams. */
export function typedWeightOf(grams: number): { weight: number; unit: WeightUnit } {
  const unit = grams < GRAMS.kg ? "g" : "kg";
  return { weight: grams / GRAMS[unit], unit };
}

/** "2.6 kg", "850 g" */
export function weightText(grams: number): string {
  const { weight, unit } = typedWeightOf(grams);
  return `${weight} ${unit}`;
}

/**
 * What units of products weigh together; null where one of them was never weighed, as 0 would be taken for a weight.
 */
export function weightOfUnits(
  lines: readonly { quantity: number; grossGrams: number | null }[],
): number | null {
  let grams = 0;
  for (const { quantity, grossGrams } of lines) {
    if (quantity === 0) continue;
    if (grossGrams === null) return null;
    grams += quantity * grossGrams;
  }
  return grams > 0 ? grams : null;
}
