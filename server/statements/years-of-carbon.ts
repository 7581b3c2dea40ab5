import type { CreditStatus } from "#server/batches/batch-values.ts";
import type { MeasuredLine, StatementSubject } from "./statement-subject.ts";
import { isMeasured } from "./statement-words.ts";

/** A statement that holds, as the sums of a year need it. */
export interface HeldStatement {
  /** ISO date and time. */
  issuedAt: string;
  subject: StatementSubject;
}

/** What a buyer's orders store that left in one calendar year; grams of CO2. */
export interface YearOfCarbon {
  year: number;
  gramsStored: number;
  /** The same by whose it is to claim. */
  byClaim: Record<CreditStatus, number>;
  /** Grams of biochar. */
  grams: number;
  orders: { invoiceNumber: string; leftOn: string; gramsStored: number }[];
}

/** The sums of each year in which something left, the newest first. */
export function yearsOfCarbon(statements: readonly HeldStatement[]): YearOfCarbon[] {
  const years = new Map<number, YearOfCarbon>();
  for (const { subject } of statements) {
    const year = yearOf(subject);
    const sums = years.get(year) ?? emptyYear(year);
    years.set(year, sums);
    const { invoiceNumber, leftOn, gramsStored } = subject;
    sums.gramsStored += gramsStored;
    sums.orders.push({ invoiceNumber, leftOn, gramsStored });
    for (const line of subject.lines.filter(isMeasured)) {
      sums.grams += line.grams;
      sums.byClaim[line.claim] += line.gramsStored;
    }
  }
  return [...years.values()].sort((one, other) => other.year - one.year);
}

function emptyYear(year: number): YearOfCarbon {
  const byClaim = { issued: 0, not_issued: 0, not_assessed: 0 };
  return { year, gramsStored: 0, byClaim, grams: 0, orders: [] };
}

/** The calendar year in which the last of an order left. */
function yearOf({ leftOn }: StatementSubject): number {
  return Number(leftOn.slice(0, 4));
}

export const carbonHeader = [
  "year",
  "invoiceNumber",
  "leftOn",
  "issuedAt",
  "product",
  "quantity",
  "batch",
  "kilograms",
  "kilogramsOfCo2Stored",
  "claim",
  "method",
] as const;

/** A row for each measured line, those of one year alone where it is named. */
export function carbonRows(statements: readonly HeldStatement[], year?: number): (string | number)[][] {
  return statements
    .filter(({ subject }) => year === undefined || yearOf(subject) === year)
    .flatMap((held) => held.subject.lines.filter(isMeasured).map((line) => rowOf(held, line)));
}

function rowOf({ issuedAt, subject }: HeldStatement, line: MeasuredLine): (string | number)[] {
  return [
    yearOf(subject),
    subject.invoiceNumber,
    subject.leftOn,
    issuedAt,
    line.product,
    line.quantity,
    line.batch,
    line.grams / 1000,
    line.gramsStored / 1000,
    line.claimSentence,
    `${subject.method.name}, version ${subject.method.version}`,
  ];
}
