import { displayMoment } from "#app/lib/display-moment.ts";
import type { DeliveryFact } from "#server/checkout/delivery-choice.ts";

interface TimelineEvent {
  id: number;
  message: string;
  /** ISO date and time. */
  createdAt: string;
}

/** What happened to an order, oldest first. */
export function OrderTimeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="mt-2 grid gap-3 border-l-2 border-line pl-4">
      {events.map((event) => (
        <li key={event.id} className="text-[0.9375rem]">
          <span className="break-words">{event.message}</span>
          <span className="block text-sm text-ink-soft">{displayMoment(event.createdAt)}</span>
        </li>
      ))}
    </ol>
  );
}

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
