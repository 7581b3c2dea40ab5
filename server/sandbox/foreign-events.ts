import { z } from "zod";

const objectSchema = z.looseObject({ id: z.string().optional() });
const stripeSchema = z.looseObject({
  id: z.string(),
  object: z.literal("event"),
  data: z.looseObject({ object: objectSchema }),
});
const payPalSchema = z.looseObject({ id: z.string(), resource: objectSchema });

/** Events as other accounts would get them: of Stripe one of a stranger and one of live mode, of PayPal a stranger's. */
export function foreignEvents(body: string): string[] {
  const json: unknown = JSON.parse(body);
  const stripe = stripeSchema.safeParse(json).data;
  if (stripe) {
    const id = `${stripe.id}_foreign`;
    const object = { ...stripe.data.object, ...strangeId(stripe.data.object.id), metadata: {} };
    return [
      JSON.stringify({ ...stripe, id, account: "acct_foreign", data: { ...stripe.data, object } }),
      JSON.stringify({ ...stripe, id: `${stripe.id}_live`, livemode: true }),
    ];
  }
  const payPal = payPalSchema.parse(json);
  const resource = { ...payPal.resource, ...strangeId(payPal.resource.id), links: [] };
  return [JSON.stringify({ ...payPal, id: `${payPal.id}-FOREIGN`, resource })];
}

/** As long as before, and nobody's. */
function strangeId(id: string | undefined): { id?: string } {
  if (!id) return {};
  const prefix = /^[a-z]+_(test_)?/.exec(id)?.[0] ?? "";
  return { id: prefix + [...id.slice(prefix.length)].reverse().join("") };
}
