import { Form, Link, useNavigation } from "@remix-run/react";
import { useId, useRef } from "react";
import { z } from "zod";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { FieldError, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { type OrderToPack, packingGroupOf } from "#server/orders/packing/packing-list.ts";
import { typedWeightOf, weightOfUnits, weightUnits } from "#server/orders/parcels/parcel-weight.ts";
import type { OrderStatus } from "#server/orders/status/order-status.ts";
import { likelyCarrier } from "#server/settings/carriers.ts";
import { BatchChoice } from "./batch-choice.tsx";
import { CarrierChoice } from "./carrier-choice.tsx";

type Line = OrderToPack["lines"][number];

interface PackingChecklistProps {
  order: OrderToPack & { status: OrderStatus };
  lastCarrier: string;
  next: { id: number; invoiceNumber: string } | null;
  /** Everything is ticked from the start. */
  isTicked: boolean;
  answer: RefusedForm | undefined;
}

const typedSchema = z.object({
  carrier: z.string().optional(),
  trackingNumber: z.string().optional(),
  weight: z.string().optional(),
  weightUnit: z.string().optional(),
  note: z.string().optional(),
  lines: z
    .array(
      z.object({
        lineId: z.string(),
        quantity: z.string().optional(),
        ticked: z.string().optional(),
        batch: z.string().optional(),
        kilograms: z.string().optional(),
      }),
    )
    .optional(),
});

/** What goes into the next parcel, line by line, in letters and targets for a phone that is held in one hand. */
export function PackingChecklist({ order, lastCarrier, next, isTicked, answer }: PackingChecklistProps) {
  const { name: intent } = orderCommands.dispatch;
  const sending = useNavigation().formData?.get("intent") === intent;
  const came = answer?.intent === intent ? answer : undefined;
  const typed = came ? (typedSchema.safeParse(came.result.initialValue).data ?? {}) : undefined;
  const errors = came?.result.error ?? {};
  const proposed = proposedWeight(order.lines);
  const weighed = useProposedWeight(order.lines);
  const isPallet = packingGroupOf(order.delivery) === "pallet";
  return (
    <Form
      method="post"
      action={`/admin/packing/${order.id}`}
      noValidate
      aria-label={`Pack ${order.invoiceNumber}`}
      onChange={weighed.onChange}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="from" value={order.status} />
      <input type="hidden" name="isChecklist" value="on" />
      {came?.refusal && <Notice tone="error" title={came.refusal} />}
      <Lines
        lines={order.lines}
        typed={typed?.lines}
        isTicked={isTicked}
        tickAll={`/admin/packing/${order.id}?tick=all`}
        errors={errors}
      />
      <CarrierChoice
        likely={likelyCarrier(lastCarrier, { isPallet })}
        typed={typed && (typed.carrier ?? "")}
        errors={errors.carrier ?? undefined}
      />
      <TextField
        label="Tracking number"
        name="trackingNumber"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
        defaultValue={typed?.trackingNumber ?? ""}
        errors={errors.trackingNumber ?? undefined}
        className="text-lg"
      />
      <div ref={weighed.ref} className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3">
        <TextField
          label="Weight with packaging"
          name="weight"
          hint={proposed ? "As its packs weigh together; yours counts." : "Nobody has to weigh it."}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed ? (typed.weight ?? "") : (proposed?.weight ?? "")}
          errors={errors.weight ?? undefined}
        />
        <SelectField
          label="Unit"
          name="weightUnit"
          defaultValue={typed?.weightUnit ?? proposed?.unit ?? "kg"}
          options={weightUnits.map((unit) => ({ value: unit, label: unit }))}
        />
      </div>
      <TextField
        label="Note to the customer"
        name="note"
        hint="In their mail and on the timeline; most parcels need none."
        maxLength={300}
        defaultValue={typed?.note ?? ""}
        errors={errors.note ?? undefined}
      />
      <div className="save-bar bottom-(--bar-below,0px) z-10 -mx-4 flex gap-3 border-t border-line bg-paper px-4 py-3">
        <Button size="large" pending={sending} className="grow">
          Dispatch what is packed
        </Button>
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
    </Form>
  );
}

interface LinesProps {
  lines: readonly Line[];
  typed: z.output<typeof typedSchema>["lines"];
  isTicked: boolean;
  tickAll: string;
  /** By field. */
  errors: Record<string, string[] | null>;
}

function Lines({ lines, typed, isTicked, tickAll, errors }: LinesProps) {
  const errorId = useId();
  const messages = [
    ...(errors.lines ?? []),
    ...lines.flatMap(({ productName }, index) =>
      errors[`lines[${index}].quantity`] ? [`Enter how many of ${productName} go into this parcel.`] : [],
    ),
  ];
  const isWrong = messages.length > 0;
  return (
    <fieldset className="grid gap-2" aria-describedby={isWrong ? errorId : undefined}>
      <legend className="sr-only">In this parcel</legend>
      <ul className="grid gap-2">
        {lines.map(({ lineId, productName, quantity, batches }, index) => {
          const sent = typed?.find((line) => line.lineId === String(lineId));
          return (
            <li
              key={lineId}
              className="flex flex-wrap items-center gap-x-3 rounded-lg border border-line-strong pr-3 has-checked:border-moss has-checked:bg-moss-soft"
            >
              <input type="hidden" name={`lines[${index}].lineId`} value={lineId} />
              <label className="flex min-h-16 min-w-0 flex-1 items-center gap-4 py-2 pl-4 text-xl leading-snug">
                <input
                  // Ticked or not again when somebody follows the link below.
                  key={String(isTicked)}
                  type="checkbox"
                  name={`lines[${index}].ticked`}
                  defaultChecked={typed ? sent?.ticked === "on" : isTicked}
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
                  defaultValue={sent?.quantity ?? quantity}
                  aria-invalid={isWrong || undefined}
                  aria-label={`How many of ${productName}`}
                  className="field-edge min-h-12 w-20 px-2 text-center text-xl tabular-nums"
                />
              )}
              {batches && (
                <BatchChoice
                  name={`lines[${index}]`}
                  productName={productName}
                  batches={batches}
                  typed={sent}
                  errors={errors[`lines[${index}].kilograms`] ?? undefined}
                />
              )}
            </li>
          );
        })}
      </ul>
      <FieldError id={errorId} {...(isWrong ? { errors: messages } : {})} />
      {lines.length > 1 && !isTicked && (
        <p>
          <Link to={tickAll} replace preventScrollReset className="inline-block py-2 text-moss underline">
            Tick everything
          </Link>
        </p>
      )}
    </fieldset>
  );
}

function proposedWeight(lines: readonly Pick<Line, "quantity" | "grossGrams">[]) {
  const grams = weightOfUnits(lines);
  return grams === null ? null : typedWeightOf(grams);
}

/** Keeps the proposed weight that of what is ticked, until somebody types one. Without JavaScript it is that of all. */
function useProposedWeight(lines: readonly Line[]) {
  const ref = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  const onChange = ({ target, currentTarget: form }: React.FormEvent<HTMLFormElement>) => {
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
