import type { StoreSummary } from "#app/lib/root-data.ts";

const contactLink = "inline-flex min-h-8 items-center hover:text-ink hover:underline";

/** Where the shop is, how to reach it and when it is open. */
export function ContactDetails({ store }: { store: StoreSummary }) {
  return (
    <>
      <address className="flex flex-col items-start not-italic text-ink-soft">
        <span className="mb-1 max-w-60 whitespace-pre-line">{store.storeAddress}</span>
        {store.storePhone && (
          <a href={`tel:${store.storePhone.replaceAll(" ", "")}`} className={contactLink}>
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
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Spec section 2, "Shared frame". */
function openingHoursOf(store: StoreSummary) {
  return [
    { days: "Mon-Fri", hours: store.openingHoursWeekdays || "closed" },
    { days: "Sat", hours: store.openingHoursSaturday || "closed" },
    { days: "Sun", hours: store.openingHoursSunday || "closed" },
  ];
}
