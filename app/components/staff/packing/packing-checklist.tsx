import { type FormEvent, type MouseEvent, useId, useRef, useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { type BatchProposal, batchesText, kilogramsText } from "#server/batches/batch.ts";
import type { OrderStatus } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { OrderToPack } from "#server/orders/packing.server.ts";
import { packingGroupOf } from "#server/orders/packing-list.ts";
import { typedWeightOf, weightOfUnits, weightUnits } from "#server/orders/parcels.ts";
import { carrierNames, likelyCarrier, OTHER_CARRIER } from "#server/settings/carriers.ts";

type Line = OrderToPack["lines"][number];

interface PackingChecklistProps {
  order: OrderToPack & { status: OrderStatus };
  lastCarrier: string;
  next: { id: number; invoiceNumber: string } | null;
  isTicked: boolean;
  onSent: () => void;
}

/** What goes into the next parcel, line by line, in letters and targets for a phone that is held in one hand. */
export function PackingChecklist({ order, lastCarrier, next, isTicked, onSent }: PackingChecklistProps) {
  const proposed = proposedWeight(order.lines);
  const weighed = useProposedWeight(order.lines);
  // As the form began: what a colleague sends meanwhile must not change a choice that was made.
  const [carrier] = useState(() =>
    likelyCarrier(lastCarrier, { isPallet: packingGroupOf(order.delivery) === "pallet" }),
  );
  return (
    <CommandForm
      command={orderCommands.dispatch}
      hidden={{ orderId: order.id, from: order.status, isChecklist: "on" }}
      label={`Pack ${order.invoiceNumber}`}
      isUnchecked
      onDone={onSent}
      onChange={weighed.onChange}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <Lines lines={order.lines} isTicked={isTicked} tickAll={`/admin/packing/${order.id}?tick=all`} />
      <CarrierChoice likely={carrier} />
      <TextField
        label="Tracking number"
        field="trackingNumber"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="text-lg"
      />
      <div ref={weighed.ref} className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3">
        <TextField
          label="Weight with packaging"
          field="weight"
          saved={proposed?.weight}
          hint={proposed ? "As its packs weigh together; yours counts." : "Nobody has to weigh it."}
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField
          label="Unit"
          field="weightUnit"
          saved={proposed?.unit ?? "kg"}
          options={weightUnits.map((unit) => ({ value: unit, label: unit }))}
        />
      </div>
      <TextField
        label="Note to the customer"
        field="note"
        hint="In their mail and on the timeline; most parcels need none."
      />
      <div className="save-bar bottom-(--bar-below,0px) z-10 -mx-4 flex gap-3 border-t border-line bg-paper px-4 py-3">
        <SubmitButton size="large" className="grow">
          Dispatch what is packed
        </SubmitButton>
        {next && (
          <ButtonLink
            to={`/admin/packing/${next.id}`}
            variant="secondary"
            size="large"
            aria-label={`Next order: ${next.invoiceNumber}`}
          >
            Next
          </ButtonLink>
        )}
      </div>
    </CommandForm>
  );
}

interface LinesProps {
  lines: readonly Line[];
  isTicked: boolean;
  tickAll: string;
}

function Lines({ lines, isTicked, tickAll }: LinesProps) {
  const errorId = useId();
  const field = useFieldsOfForm();
  const messages = [
    ...(field("lines").errors ?? []),
    ...lines.flatMap(({ productName }, index) =>
      field(`lines[${index}].quantity`).errors
        ? [`Enter how many of ${productName} go into this parcel.`]
        : [],
    ),
  ];
  const isWrong = messages.length > 0;
  return (
    <fieldset className="group grid gap-2" aria-describedby={isWrong ? errorId : undefined}>
      <legend className="sr-only">In this parcel</legend>
      <ul className="grid gap-2">
        {lines.map(({ lineId, productName, quantity, batches }, index) => {
          return (
            <li
              key={lineId}
              className="flex flex-wrap items-center gap-x-3 rounded-lg border border-line-strong pr-3 has-checked:border-moss has-checked:bg-moss-soft"
            >
              <input type="hidden" name={`lines[${index}].lineId`} value={lineId} />
              <label className="flex min-h-16 min-w-0 flex-1 items-center gap-4 py-2 pl-4 text-xl leading-snug">
                <input
                  type="checkbox"
                  name={`lines[${index}].ticked`}
                  defaultChecked={isTicked}
                  className="size-8 shrink-0 accent-moss"
                />
                <span className="min-w-0 break-words">
                  <span className="font-semibold tabular-nums">{quantity} ×</span> {productName}
                </span>
              </label>
              {quantity === 1 ? (
                <input type="hidden" name={`lines[${index}].quantity`} value={1} />
              ) : (
                <input
                  type="number"
                  inputMode="numeric"
                  name={`lines[${index}].quantity`}
                  min={0}
                  max={quantity}
                  defaultValue={quantity}
                  aria-invalid={isWrong || undefined}
                  aria-label={`How many of ${productName}`}
                  className="field-edge min-h-12 w-20 px-2 text-center text-xl tabular-nums"
                />
              )}
              {batches && (
                <BatchChoice name={`lines[${index}]`} productName={productName} batches={batches} />
              )}
            </li>
          );
        })}
      </ul>
      <FieldError id={errorId} errors={isWrong ? messages : undefined} />
      {lines.length > 1 && (
        <p className="hidden group-has-[[type=checkbox]:not(:checked)]:block">
          {/* Without scripts, or before them, the page comes again with all of them ticked. */}
          <a href={tickAll} onClick={tickHere} className="inline-block py-2 text-moss underline">
            Tick everything
          </a>
        </p>
      )}
    </fieldset>
  );
}

/** As if somebody had ticked each line: the weight follows, and what was typed stays. */
function tickHere(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  const lines = event.currentTarget.closest("fieldset");
  for (const box of lines?.querySelectorAll<HTMLElement>("[type=checkbox]:not(:checked)") ?? []) box.click();
}

function proposedWeight(lines: readonly Pick<Line, "quantity" | "grossGrams">[]) {
  const grams = weightOfUnits(lines);
  return grams === null ? null : typedWeightOf(grams);
}

/** Keeps the proposed weight that of what is ticked, until somebody types one. */
function useProposedWeight(lines: readonly Line[]) {
  const ref = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  const onChange = ({ target, currentTarget: form }: FormEvent<HTMLFormElement>) => {
    if (target instanceof Node && ref.current?.contains(target)) isTyped.current = true;
    const [weight, unit] = [ref.current?.querySelector("input"), ref.current?.querySelector("select")];
    if (isTyped.current || !weight || !unit) return;
    const sent = new FormData(form);
    const ticked = lines.map(({ grossGrams }, index) => ({
      grossGrams,
      quantity: sent.has(`lines[${index}].ticked`) ? Number(sent.get(`lines[${index}].quantity`)) : 0,
    }));
    const isNone = ticked.every(({ quantity }) => quantity === 0);
    const proposed = proposedWeight(isNone ? lines : ticked);
    weight.value = proposed ? String(proposed.weight) : "";
    unit.value = proposed?.unit ?? "kg";
  };
  return { ref, onChange };
}

interface BatchChoiceProps {
  name: string;
  productName: string;
  batches: BatchProposal;
}

/** Which batch a line comes from: the oldest first, until somebody takes another off the shelf. */
function BatchChoice({ name, productName, batches }: BatchChoiceProps) {
  const { choices, proposed, needsWeight, refusal } = batches;
  const { errors } = useFieldsOfForm()(`${name}.kilograms`);
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3 pb-3 pl-4">
      {refusal && <p className="font-medium text-clay">{refusal}</p>}
      {choices.length > 0 && (
        <SelectField
          label={`Batch of ${productName}`}
          name={`${name}.batch`}
          defaultValue=""
          // The note that was printed before names the batches of the first choice.
          {...(choices.length > 1 && {
            hint: "If you take another batch, print the delivery note again once the parcel has gone.",
          })}
          options={[
            {
              value: "",
              label: proposed.length > 0 ? `Oldest first: ${batchesText(proposed)}` : "Oldest first",
            },
            ...choices.map(({ code, gramsLeft }) => ({
              value: code,
              label: `${code}, ${kilogramsText(gramsLeft)} left`,
            })),
          ]}
        />
      )}
      {needsWeight && (
        <TextField
          label={`Kilograms of ${productName}`}
          name={`${name}.kilograms`}
          hint="Nobody has said what a pack weighs: weigh what goes into this parcel, without packaging."
          inputMode="decimal"
          autoComplete="off"
          errors={errors}
        />
      )}
    </div>
  );
}

interface CarrierChoiceProps {
  /** Chosen from the start; null where nobody can guess. */
  likely: string | null;
}

/** Who takes it: a tap for the usual carriers, a field for any other. */
export function CarrierChoice({ likely }: CarrierChoiceProps) {
  const { errors } = useFieldsOfForm()("carrier");
  const errorId = useId();
  const isOther = likely !== null && !carrierNames.includes(likely);
  return (
    <fieldset className="group grid gap-2" aria-describedby={errors ? errorId : undefined}>
      <legend className="mb-2 text-lg font-medium">Carrier</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {carrierNames.map((name) => (
          <CarrierOption key={name} value={name} label={name} isChosen={likely === name} />
        ))}
        <CarrierOption value={OTHER_CARRIER} label="Another" isChosen={isOther} />
      </div>
      {/* The empty value is that of “Another”. */}
      <div className="hidden group-has-[[value='']:checked]:block">
        <TextField
          label="Name of the carrier"
          name="otherCarrier"
          maxLength={100}
          autoComplete="off"
          defaultValue={isOther ? likely : ""}
        />
      </div>
      <FieldError id={errorId} errors={errors} />
    </fieldset>
  );
}

function CarrierOption({ value, label, isChosen }: { value: string; label: string; isChosen: boolean }) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-lg border border-line-strong px-3 has-checked:border-moss has-checked:bg-moss-soft">
      <input
        type="radio"
        name="carrier"
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-moss"
      />
      {label}
    </label>
  );
}

/** What anyone who packs an order has to know before they begin. */
export function OrderBadges({ order }: { order: OrderToPack }) {
  return (
    <>
      {order.isPartSent && <Badge tone="outline">Part has gone</Badge>}
      {order.isReviewed && <Badge tone="clay">Payment under review: do not send</Badge>}
      {order.isMoneyBack && <Badge tone="clay">Payment went back: do not send</Badge>}
      {order.isBackorder && <Badge tone="clay">Paid after the stock was gone</Badge>}
      {order.withdrawn && <Badge tone="clay">Cancelled by the customer: {order.withdrawn}</Badge>}
      {order.deliveryToBeAgreed && <Badge tone="outline">Delivery to be agreed</Badge>}
    </>
  );
}
