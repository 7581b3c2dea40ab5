import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { contentsText, weightText } from "#server/orders/parcels.ts";
import type { PackingDetails } from "#server/orders/staff-order-view.server.ts";
import { trackingLinks } from "#server/settings/carriers.ts";

/** What was sent of an order, and what is still to come; nothing before its first parcel. */
export function Parcels({ order }: { order: Pick<PackingDetails, "parcels" | "toSend"> }) {
  if (order.parcels.length === 0) return null;
  const left = order.toSend.filter(({ quantity }) => quantity > 0);
  return (
    <section>
      <h3 className="text-lg">Parcels</h3>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {order.parcels.map(
          ({ id, carrier, trackingNumber, grossGrams, packedBy, createdAt, lines }, index) => (
            <li key={id} className="grid gap-0.5 py-2 text-[0.9375rem]">
              <span>{contentsText(lines)}</span>
              <span className="text-sm break-words text-ink-soft">
                {carrier} <TrackingNumbers carrier={carrier} trackingNumber={trackingNumber} />
                <span>
                  {grossGrams !== null && `, ${weightText(grossGrams)}`}, sent {displayDate(createdAt)} at{" "}
                  {displayTime(createdAt)} by {packedBy}.{" "}
                </span>
                <TextLink to={`/admin/packing/print?paper=notes&parcel=${id}`}>
                  Delivery note<span className="sr-only"> of parcel {index + 1}</span>
                </TextLink>
              </span>
            </li>
          ),
        )}
      </ol>
      {left.length > 0 && <p className="mt-2 font-medium">Still to be sent: {contentsText(left)}</p>}
    </section>
  );
}

/** The numbers of a parcel, with links to where its carrier tells how far it is. */
function TrackingNumbers({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }) {
  return trackingLinks(carrier, trackingNumber).map(({ number, url }, index) => (
    <span key={number}>
      {index > 0 && <span>, </span>}
      {url === null ? (
        <span>{number}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="text-moss underline">
          {number}
        </a>
      )}
    </span>
  ));
}

/** What is in the next parcel: everything that is left, until somebody types less. */
export function ParcelFields({ order }: { order: PackingDetails }) {
  const { errors } = useFieldsOfForm()("lines");
  const lines = order.toSend.filter(({ quantity }) => quantity > 0);
  const isOneUnit = lines.length === 1 && lines[0]?.quantity === 1;
  return (
    <>
      {!isOneUnit && (
        <fieldset className="grid gap-3" aria-describedby={errors ? "parcel-lines-error" : undefined}>
          <legend className="mb-1 text-sm font-medium">In this parcel</legend>
          <p className="text-sm text-ink-soft">What you leave out stays open, for a parcel of its own.</p>
          {lines.map(({ lineId, productName, quantity }, index) => (
            <div key={lineId}>
              <input type="hidden" name={`lines[${index}].lineId`} value={lineId} />
              <TextField
                label={`${productName}, up to ${quantity}`}
                name={`lines[${index}].quantity`}
                type="number"
                inputMode="numeric"
                min={0}
                max={quantity}
                defaultValue={quantity}
                className="max-w-xs"
              />
            </div>
          ))}
          {errors && (
            <p id="parcel-lines-error" className="text-sm text-clay">
              {errors.join(" ")}
            </p>
          )}
        </fieldset>
      )}
      <TextField
        label="Weight with packaging in kg"
        field="weight"
        hint="For the carrier; nobody has to weigh it."
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}
