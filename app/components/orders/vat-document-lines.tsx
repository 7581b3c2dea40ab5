import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayRate, type VatDocumentLine } from "#server/orders/invoices/vat-document.ts";
import { formatPounds } from "#server/pricing/money.ts";

interface LinesProps {
  title: string;
  lines: readonly VatDocumentLine[];
  showsVat: boolean;
}

/** What was sold or credited: a table where seven columns fit, and on paper; one block for each line on a phone. */
export function VatDocumentLines({ title, lines, showsVat }: LinesProps) {
  return (
    <section aria-label={title} className="mt-10">
      <div className="max-md:hidden print:block">
        <LinesTable title={title} lines={lines} showsVat={showsVat} />
      </div>
      <ul className="divide-y divide-line border-y border-line md:hidden print:hidden">
        {lines.map((line) => (
          <LineBlock key={line.position} line={line} showsVat={showsVat} />
        ))}
      </ul>
    </section>
  );
}

function LinesTable({ title, lines, showsVat }: LinesProps) {
  return (
    <Table caption={title} className="tabular-nums">
      <thead>
        <tr>
          <HeadCell className="pl-0">Description</HeadCell>
          <HeadCell className="text-right">Quantity</HeadCell>
          <HeadCell className="text-right">Unit price{showsVat && " inc. VAT"}</HeadCell>
          {showsVat && (
            <>
              <HeadCell className="text-right">VAT rate</HeadCell>
              <HeadCell className="text-right">Net</HeadCell>
              <HeadCell className="text-right">VAT</HeadCell>
            </>
          )}
          <HeadCell className="pr-0 text-right">Total{showsVat && " inc. VAT"}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.position}>
            <th scope="row" className="border-b border-line py-3 pr-3 text-left align-top font-normal">
              {line.description}
            </th>
            <Cell className="text-right">{line.quantity ?? "–"}</Cell>
            <Cell className="text-right">{line.unitPrice === null ? "–" : formatPounds(line.unitPrice)}</Cell>
            {showsVat && (
              <>
                <Cell className="text-right">{displayRate(line.vatRate)}</Cell>
                <Cell className="text-right">{formatPounds(line.net)}</Cell>
                <Cell className="text-right">{formatPounds(line.vat)}</Cell>
              </>
            )}
            <Cell className="pr-0 text-right">{formatPounds(line.gross)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function LineBlock({ line, showsVat }: { line: VatDocumentLine; showsVat: boolean }) {
  return (
    <li className="py-4">
      <p className="flex justify-between gap-4 font-medium">
        <span className="min-w-0 break-words">{line.description}</span>
        <span className="tabular-nums">{formatPounds(line.gross)}</span>
      </p>
      {line.unitPrice !== null && (
        <p className="mt-1 text-sm text-ink-soft">
          {line.quantity} × {formatPounds(line.unitPrice)}
          {showsVat && " inc. VAT"}
        </p>
      )}
      {showsVat && (
        <p className="text-sm text-ink-soft">
          Net {formatPounds(line.net)}, VAT at {displayRate(line.vatRate)} {formatPounds(line.vat)}
        </p>
      )}
    </li>
  );
}
