import { Link, useActionData } from "@remix-run/react";
import { z } from "zod";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, FieldError } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import { labelIn } from "#server/pricing/money.ts";
import { loadColumnNames, type TypedTariff, typedTariff } from "#server/pricing/tariff-text.ts";
import type { SettingsView } from "#server/settings/read-settings.server.ts";
import { settingsCommands } from "#server/settings/settings-form.ts";

/** Rows and columns to fill in beside those that are there. */
const SPARE_ROWS = 3;
const SPARE_COLUMNS = 1;

const text = z.string().default("");
/** A form that came back; the form library leaves empty fields out. */
const sentSchema = z.object({
  columns: z.array(text.nullish()).default([]),
  rows: z
    .array(z.object({ zone: text, places: text, prices: z.array(text.nullish()).default([]) }).nullish())
    .default([]),
  charge: z.literal("on").optional(),
});

/** The table of rates, edited in place or read from a file; a plain form with and without JavaScript. */
export default function RatesPanel({ first }: { first: SettingsView }) {
  const answer = useActionData<RefusedForm>();
  const mine = answer?.intent === settingsCommands.saveTariff.name ? answer : undefined;
  const { values, tabs } = first;
  const typed = sentIn(mine) ?? startOf(values.deliveryTariff);
  const errors = mine?.result.error ?? {};
  const inForce = values.shippingCalculationType === "weight" && tabs.Shipping.version > 0;
  const columns = [...typed.columns, ...Array.from({ length: SPARE_COLUMNS }, () => "")].map(
    (name, column) => ({ name, field: `columns[${column}]`, column }),
  );
  const spareRows = Array.from({ length: SPARE_ROWS }, () => ({ zone: "", places: "", prices: [] }));
  const rows = [...typed.rows, ...spareRows].map((row, index) => ({
    ...row,
    field: `rows[${index}]`,
    of: row.zone || `row ${index + 1}`,
  }));
  const messages = [...new Set(Object.values(errors).flatMap((each) => each ?? []))];
  return (
    <Card role="region" aria-labelledby="rates" className="grid gap-5">
      <header className="grid gap-1">
        <h2 id="rates" className="text-xl">
          Table of rates
        </h2>
        <p className="max-w-prose text-ink-soft">
          A row is a zone: areas or districts of postcodes (IV, KW15-17, BT) and countries. The row that names
          a place most closely counts, so that “United Kingdom” is the rest of it. A column is a load (
          {loadColumnNames.join(", ")}) or a weight (up to 25 kg). What is left empty is not offered: shoppers
          are asked to ask you.
        </p>
        <p className="text-sm text-ink-soft">
          {inForce
            ? "In force: delivery goes by this table."
            : "Not in force: delivery does not go by this table."}
        </p>
      </header>
      <div className="flex flex-wrap gap-3">
        <DownloadCsv may="settings.edit" href="/admin/delivery-rates.csv" label="Download as CSV" />
        <DownloadCsv may="settings.edit" href="/admin/delivery-rates.csv?example" label="An example" />
      </div>
      <form
        method="post"
        action="/admin/settings?tab=Shipping#rates"
        encType="multipart/form-data"
        aria-label="Table of rates"
        className="grid gap-5"
        noValidate
      >
        <input type="hidden" name="intent" value={settingsCommands.saveTariff.name} />
        <input type="hidden" name="seenVersion" value={tabs.Shipping.version} />
        {mine && (
          <Notice
            tone={errors.file && messages.length === 1 ? "info" : "error"}
            title={mine.refusal ?? "The rates are not saved"}
          >
            {messages.slice(0, 5).join(". ")}
          </Notice>
        )}
        <Table caption="Rates">
          <thead>
            <tr>
              <HeadCell>Zone</HeadCell>
              <HeadCell>Postcodes and countries</HeadCell>
              {columns.map(({ name, field, column }) => (
                <HeadCell key={field}>
                  <TableField
                    name={field}
                    label={name || `Name of column ${column + 1}`}
                    value={name}
                    errors={errors}
                    placeholder="up to 25 kg"
                    width="w-32"
                  />
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ zone, places, prices, field, of }) => (
              <tr key={field}>
                <Cell>
                  <TableField
                    name={`${field}.zone`}
                    label={`Zone of ${of}`}
                    value={zone}
                    errors={errors}
                    width="w-40"
                  />
                </Cell>
                <Cell>
                  <TableField
                    name={`${field}.places`}
                    label={`Postcodes and countries of ${of}`}
                    value={places}
                    errors={errors}
                    width="w-64"
                  />
                </Cell>
                {columns.map(({ name, field: key, column }) => (
                  <Cell key={key}>
                    <TableField
                      name={`${field}.prices[${column}]`}
                      label={labelIn(`${of}, ${name || `column ${column + 1}`}`, values.currency)}
                      value={prices[column] ?? ""}
                      errors={errors}
                      inputMode="decimal"
                      width="w-32 tabular-nums"
                    />
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
        <p className="text-sm text-ink-soft">
          Empty a row to remove it. Save, and three empty rows and a column are there again.
        </p>
        {!inForce && (
          <CheckboxField
            name="charge"
            label="Charge delivery by this table from now on"
            defaultChecked={mine?.result.initialValue?.charge === "on"}
            hint="Otherwise the rates are only kept. Products that nobody has weighed cannot be bought by parcel or pallet then: their buyers ask you."
          />
        )}
        <p className="text-sm">
          <Link to="/admin/settings?tab=Products&unweighed=1" className="text-moss underline">
            Products that nobody has weighed
          </Link>
        </p>
        <Button className="justify-self-start">Save rates</Button>
        <div className="flex flex-wrap items-end gap-3 border-t border-line pt-4">
          <label className="grid gap-1.5 text-sm font-medium">
            CSV file
            <input
              type="file"
              name="file"
              accept=".csv,text/csv"
              className="w-full min-w-0 text-sm font-normal file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-surface file:px-4 file:text-ink"
            />
          </label>
          <Button variant="secondary" name="readFile" value="on">
            Read into the table
          </Button>
          <p className="w-full text-sm text-ink-soft">
            The file fills the table above and is checked there; nothing is saved before you press “Save
            rates”.
          </p>
        </div>
      </form>
    </Card>
  );
}

interface TableFieldProps {
  name: string;
  label: string;
  value: string;
  errors: Record<string, string[] | null>;
  placeholder?: string;
  inputMode?: "decimal";
  width: string;
}

/** A cell to type in, with what is wrong under it. */
function TableField({ name, label, value, errors, width, ...input }: TableFieldProps) {
  const messages = errors[name] ?? undefined;
  const errorId = `${name}-error`;
  return (
    <>
      <input
        {...input}
        name={name}
        aria-label={label}
        aria-invalid={messages ? true : undefined}
        aria-describedby={messages ? errorId : undefined}
        defaultValue={value}
        autoComplete="off"
        className={`field-edge min-h-11 px-2 py-1 font-normal ${width} ${messages ? "border-clay" : ""}`}
      />
      <FieldError id={errorId} errors={messages} />
    </>
  );
}

function startOf(saved: string): TypedTariff {
  return saved === "" ? { columns: [...loadColumnNames], rows: [] } : typedTariff(saved);
}

function sentIn(answer: RefusedForm | undefined): TypedTariff | undefined {
  const sent = sentSchema.safeParse(answer?.result.initialValue);
  if (!answer || !sent.success) return undefined;
  return {
    columns: sent.data.columns.map((name) => name ?? ""),
    rows: sent.data.rows.flatMap((row) =>
      row ? [{ ...row, prices: row.prices.map((price) => price ?? "") }] : [],
    ),
  };
}
