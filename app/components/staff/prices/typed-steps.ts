import { z } from "zod";

const text = z.string().catch("");
const typedSchema = z.object({
  steps: z.array(z.object({ minQuantity: text, price: text, tradeList: text }).catch(emptyStep)).catch([]),
});

function emptyStep() {
  return { minQuantity: "", price: "", tradeList: "" };
}

/** The rows of a form that came back, as they were typed. */
export function typedSteps(typed: unknown): ReturnType<typeof emptyStep>[] {
  return typedSchema.parse(typed ?? {}).steps;
}
