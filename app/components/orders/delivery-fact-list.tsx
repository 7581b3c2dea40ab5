import type { DeliveryFact } from "#server/checkout/delivery-choice.ts";

/** How an order goes out: what was chosen, and what the driver was told. */
export function DeliveryFactList({ facts }: { facts: readonly DeliveryFact[] }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="break-words max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
