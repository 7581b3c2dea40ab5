import { displayTwelveHours } from "#app/lib/display.ts";
import type { StoreSummary } from "#app/lib/root-data.ts";

const contactLink = "inline-flex min-h-8 items-center hover:text-ink hover:underline";

interface ContactDetailsProps {
  store: StoreSummary;
  /** The footer shows 9:00-17:00, the contact page 9:00 AM - 5:00 PM. */
  clock?: 12 | 24;
}

/** The shop's address, contacts and opening hours. */
export function ContactDetails({ store, clock = 24 }: ContactDetailsProps) {
  return (
    <>
      <address className="flex flex-col items-start not-italic text-ink-soft">
        <span className="mb-1 max-w-60 whitespace-pre-line">{store.storeAddress}</span>
        {store.storePhone && (
          <a href={`tel:${store.storePhone.replace(/\(0\)|[^+\d]/g, "")}`} className={contactLink}>
            {store.storePhone}
          </a>
        )}
        <a href={`mailto:${store.storeEmail}`} className={contactLink}>
          {store.storeEmail}
        </a>
      </address>
      <h3 className="mt-4 mb-1 font-text text-sm font-semibold tracking-normal">Opening hours</h3>
      <dl className="grid max-w-60 grid-cols-[5rem_1fr] text-ink-soft">
        {openingHoursOf(store).map(({ days, hours }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd>{clock === 12 ? displayTwelveHours(hours) : hours}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Address, telephone, email and opening hours, from the settings. */
function openingHoursOf(store: StoreSummary) {
  return [
    { days: "Mon-Fri", hours: store.openingHoursWeekdays || "closed" },
    { days: "Sat", hours: store.openingHoursSaturday || "closed" },
    { days: "Sun", hours: store.openingHoursSunday || "closed" },
  ];
}
