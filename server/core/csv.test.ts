import { describe, expect, it } from "vitest";
import { csvPieces, parseCsv, UnreadableCsv } from "./csv.ts";
import { asSpreadsheetText, type CsvCell, dayOfCell, spoiltBy } from "./csv-cells.ts";
import { textOfFile } from "./text.ts";

async function written(header: string[], ...batches: CsvCell[][][]): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of csvPieces(header, batches)) pieces.push(piece);
  return pieces.join("");
}

describe("a CSV file that is written", () => {
  it("begins with its header, also when there is nothing else", async () => {
    expect(await written(["name", "price"])).toBe("\uFEFFname,price\r\n");
    expect(await written(["name"], [], [["a"]], [["b"]])).toBe("\uFEFFname\r\na\r\nb\r\n");
  });

  it("quotes what would end a cell or a line", async () => {
    expect(await written(["a", "b"], [['say "x", then', "two\nlines"]])).toBe(
      '\uFEFFa,b\r\n"say ""x"", then","two\nlines"\r\n',
    );
  });

  it("writes numbers, yes and no, and nothing", async () => {
    expect(await written(["a", "b", "c", "d"], [[-5, true, false, null]])).toBe(
      "\uFEFFa,b,c,d\r\n-5,true,false,\r\n",
    );
  });

  it("leaves an amount below nothing a number", async () => {
    expect(await written(["a", "b"], [["-12.50", "-12.50+1"]])).toBe("\uFEFFa,b\r\n-12.50,'-12.50+1\r\n");
  });

  it.each(["=1+1", "+44", "-cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1+1"])(
    "disarms %j, and reads it back as it was",
    async (formula) => {
      const text = await written(["name"], [[formula]]);
      expect(text.split("\r\n")[1]).toMatch(/^"?'/);
      expect(parseCsv(text).records[0]?.cells.name?.trim()).toBe(formula.trim());
    },
  );
});

/** How a spreadsheet that separates cells by semicolons, as in most of Europe, reads a comma file. */
function splitAtSemicolons(text: string): string[] {
  return text.split(/[;\r\n]+/).map((cell) => cell.replace(/^["\s]+/, ""));
}

it.each([
  "foo;=1+1",
  'foo;"=1+1"',
  "foo; =1+1",
  "foo;;@SUM(A1)",
  "foo\n=1+1",
  "foo\t-1+1",
  "a;=1;+2",
  "foo;'=1+1",
])(
  "%j has no formula either where semicolons separate cells, and is read back as it was",
  async (cellText) => {
    const text = await written(["name"], [[cellText]]);
    expect(splitAtSemicolons(text).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(parseCsv(text).records[0]?.cells.name).toBe(cellText);
  },
);

describe("a CSV file that is read", () => {
  it("gives cells by column and the line where each record begins", () => {
    const { columns, records } = parseCsv('\uFEFFname,note\r\nAsh,"one\ntwo"\r\n\r\nBirch,plain\r\n');
    expect(columns).toEqual(["name", "note"]);
    expect(records).toEqual([
      { line: 2, cells: { name: "Ash", note: "one\ntwo" } },
      { line: 5, cells: { name: "Birch", note: "plain" } },
    ]);
  });

  it("may be separated by tabs, as rows of a spreadsheet that were copied are", () => {
    expect(parseCsv("name\tnote\tprice\nAsh\t\t1\nBirch\ta b\t").records.map(({ cells }) => cells)).toEqual([
      { name: "Ash", note: "", price: "1" },
      { name: "Birch", note: "a b", price: "" },
    ]);
  });

  it("may be separated by semicolons", () => {
    expect(parseCsv("name;price\nAsh;1,50").records[0]?.cells).toEqual({ name: "Ash", price: "1,50" });
  });

  it.each([
    ["blank cells at the end of its lines", "name,price,,\r\nAsh,1,,\r\n,,,\r\n ,,\r\nBirch,2,,\r\n,,,\r\n"],
    ["mixed ends of lines", "name,price\nAsh,1\r\rBirch,2\r\n"],
    ["a line that says what parts its cells", "sep=;\r\nname;price\r\nAsh;1\r\nBirch;2"],
    ["such a line and a mark", '\uFEFF"sep=|"\nname|price\nAsh|1\nBirch|2'],
    ["invisible letters in the names of columns", "\u200bname,price\u00a0\nAsh,1\nBirch,2"],
    ["the end of a file as DOS writes it", "name,price\nAsh,1\nBirch,2\n\u001a"],
    ["short lines", "name,price,note\nAsh,1\nBirch,2"],
    ["texts written as formulas", 'name,price\n="Ash",="1"\n"=""Birch""",="2"'],
    ["apostrophes before numbers", "name,price\nAsh,'1\nBirch,'2"],
    ["commas in the names of columns", '"name";"price"\nAsh;1\nBirch;2'],
    ["a line break in the name of another column", '"VAT,\nin %, rate";name;price\n;Ash;1\n;Birch;2'],
  ])("with %s is the same", (_what, text) => {
    expect(parseCsv(text).records.map(({ cells: { name, price } }) => [name, price])).toEqual([
      ["Ash", "1"],
      ["Birch", "2"],
    ]);
  });

  it("counts lines as an editor does, whatever stands between its rows", () => {
    const text = 'sep=,\r\nname,note\r\n\r\n,\r\nAsh,"one\ntwo"\r\n,,,\r\nBirch,\r\n';
    expect(parseCsv(text).records.map(({ line }) => line)).toEqual([5, 8]);
  });

  it.each([
    ["0012", "a text that a spreadsheet would make a number of"],
    ["9506000134352", "a long number"],
    ["5-10", "a text like a day"],
    ["Mar-10", "a month"],
    ["'0012", "a text that begins with an apostrophe"],
    ["'90s", "words after an apostrophe"],
    ["1e5", "a number in short"],
    ["true", "a yes"],
  ])("keeps %j, %s", async (text) => {
    expect(parseCsv(await written(["name"], [[asSpreadsheetText(text)]])).records[0]?.cells.name).toBe(text);
  });

  it.each([
    ["1.55012E+13", /shortened this number/],
    ["1,55012E+13", /shortened this number/],
    ["1.55012e13", /shortened this number/],
    ["155012345678900000", /shortened this number/],
    ["15501234567890.0", /written decimals behind it/],
    ["########", /too narrow/],
    ["#NAME?", /formula/],
    ["#N/A", /formula/],
    ["#DIV/0!", /formula/],
    ["#SPILL!", /formula/],
    ["#WERT!", /formula/],
    ["#¡VALOR!", /formula/],
    ["Err:502", /formula/],
    ["15501234567890,00", /written decimals behind it/],
  ])("tells what a spreadsheet did to %j", (cell, what) => {
    expect(spoiltBy(cell)).toMatch(what);
  });

  it.each(["#1", "#NEW", "15501234567890", "AB123456789GB", "E+13", "H00A1E5", "5E12", "JD0002", ""])(
    "takes %j for what it says",
    (cell) => {
      expect(spoiltBy(cell)).toBeUndefined();
    },
  );

  it.each([
    ["2026-11-05", "2026-11-05"],
    ["05/11/2026", "2026-11-05"],
    ["5/1/2026", "2026-01-05"],
    ["05.11.26", "2026-11-05"],
    ["11/25/2026", undefined],
    ["31/02/2026", undefined],
    ["05/11/0000", undefined],
    ["46331", undefined],
  ])("takes %j for the day %s", (text, day) => {
    expect(dayOfCell(text)).toBe(day);
  });

  it.each([
    ["an Excel workbook", "504b0304140006000800000021", /^This is an Excel workbook, not a CSV file/],
    ["an old one", "d0cf11e0a1b11ae1000000000000", /^This is an Excel workbook, not a CSV file/],
    ["a PDF", Buffer.from("%PDF-1.7\n%\xe2\xe3").toString("hex"), /^This is a PDF, not a CSV file/],
  ])("that is %s is told by its name", (_what, hex, words) => {
    expect(() => parseCsv(textOfFile(Buffer.from(hex, "hex")))).toThrow(words);
  });

  it.each([
    ["a quote that never ends", 'name\n"Ash'],
    ["a record with too many cells", "name,price\nAsh,1,2"],
    ["a value in a column without a name", "name,,price\nAsh,x,1"],
    ["a zero byte", "name\nA\0"],
    ["a column twice", "name,name\na,b"],
  ])("is refused with %s", (_what, text) => {
    expect(() => parseCsv(text)).toThrow(UnreadableCsv);
  });

  it("has nothing in it when it is empty", () => {
    expect(parseCsv("")).toEqual({ columns: [], records: [] });
  });
});
