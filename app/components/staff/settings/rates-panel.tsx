import { useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { FileField, useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField, FieldError } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { labelIn } from "#server/pricing/money.ts";
import { loadColumnNames, type TypedTariff, typedTariff } from "#server/pricing/tariff-text.ts";
import { type ReadTariff, settingsCommands } from "#server/settings/settings-form.ts";

/** Rows and columns to fill in beside those that are there. */
const SPARE_ROWS = 3;
const SPARE_COLUMNS = 1;

/** The table of rates, edited in place or read from a file. */
export default function RatesPanel() {
  const [{ values, tabs }] = trpc.settings.read.useSuspenseQuery();
  /** What a file brought into the table, until it is saved. */
  const [read, setRead] = useState<ReadTariff>();
  const [files, setFiles] = useState(0);
  const typed = read ?? startOf(values.deliveryTariff);
  const inForce = values.shippingCalculationType === "weight" && tabs.Shipping.version > 0;
  const columns = [...typed.columns, ...Array.from({ length: SPARE_COLUMNS }, () => "")].map(
    (name, column) => ({ name, key: `columns[${column}]`, column }),
  );
  const spareRows = Array.from({ length: SPARE_ROWS }, () => ({ zone: "", places: "", prices: [] }));
  const rows = [...typed.rows, ...spareRows].map((row, index) => ({
    ...row,
    key: `rows[${index}]`,
    of: row.zone || `row ${index + 1}`,
  }));
  const problemsOf = (name: string) => read?.problems[name] ?? [];
  const cell = (field: string, saved: string) => ({ field, saved, problems: problemsOf(field) });
  const forgetProblem = (name: string) => {
    if (read?.problems[name]) setRead({ ...read, problems: { ...read.problems, [name]: [] } });
  };
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
      <CommandForm
        command={settingsCommands.readTariff}
        label="Rates from a file"
        isUnchecked
        onDone={(table) => {
          setRead(table);
          setFiles(files + 1);
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          {/* Read on the server, which has what reads CSV. */}
          <FileField label="CSV file" field="file" accept=".csv,text/csv" className="file:bg-surface" />
          <SubmitButton variant="secondary">Read into the table</SubmitButton>
          <p className="w-full text-sm text-ink-soft">
            The file fills the table below and is checked there; nothing is saved before you press “Save
            rates”.
          </p>
        </div>
      </CommandForm>
      <CommandForm
        key={files}
        command={settingsCommands.saveTariff}
        version={{ name: "seenVersion", current: tabs.Shipping.version }}
        label="Table of rates"
        isUnchecked
        className="grid gap-5"
        onChange={({ target }) => {
          if (target instanceof HTMLInputElement) forgetProblem(target.name);
        }}
        onDone={() => setRead(undefined)}
      >
        {read && (
          <Notice tone="info" title="Nothing is saved yet: look at the table, and save the rates.">
            {["", "columns", "rows"].flatMap(problemsOf).join(". ")}
          </Notice>
        )}
        <Table caption="Rates">
          <thead>
            <tr>
              <HeadCell>Zone</HeadCell>
              <HeadCell>Postcodes and countries</HeadCell>
              {columns.map(({ name, key, column }) => (
                <HeadCell key={key}>
                  <TableField
                    {...cell(key, name)}
                    label={name || `Name of column ${column + 1}`}
                    placeholder="up to 25 kg"
                    width="w-32"
                  />
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ zone, places, prices, key: row, of }) => (
              <tr key={row}>
                <Cell>
                  <TableField {...cell(`${row}.zone`, zone)} label={`Zone of ${of}`} width="w-40" />
                </Cell>
                <Cell>
                  <TableField
                    {...cell(`${row}.places`, places)}
                    label={`Postcodes and countries of ${of}`}
                    width="w-64"
                  />
                </Cell>
                {columns.map(({ name, key, column }) => (
                  <Cell key={key}>
                    <TableField
                      {...cell(`${row}.prices[${column}]`, prices[column] ?? "")}
                      label={labelIn(`${of}, ${name || `column ${column + 1}`}`, values.currency)}
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
            field="charge"
            label="Charge delivery by this table from now on"
            hint="Otherwise the rates are only kept. Products that nobody has weighed cannot be bought by parcel or pallet then: their buyers ask you."
          />
        )}
        <p className="text-sm">
          <TextLink to="/admin/settings?tab=Products&unweighed=1">Products that nobody has weighed</TextLink>
        </p>
        <SubmitButton className="justify-self-start">Save rates</SubmitButton>
      </CommandForm>
    </Card>
  );
}

interface TableFieldProps {
  field: string;
  saved: string;
  /** What is wrong with it in the file that it was read from. */
  problems: string[];
  label: string;
  placeholder?: string;
  inputMode?: "decimal";
  width: string;
}

/** A cell to type in, with what is wrong under it. */
function TableField({ field, saved, problems, label, width, ...input }: TableFieldProps) {
  const { id, name, defaultValue, errors = [] } = useFieldsOfForm()(field, saved);
  const wrong = new Set([...errors, ...problems]);
  const messages = wrong.size > 0 ? [...wrong] : undefined;
  const errorId = `${id}-error`;
  return (
    <>
      <input
        {...input}
        id={id}
        name={name}
        aria-label={label}
        aria-invalid={messages ? true : undefined}
        aria-describedby={messages ? errorId : undefined}
        defaultValue={defaultValue}
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
