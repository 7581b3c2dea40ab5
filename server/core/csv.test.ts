import { describe, expect, it } from "vitest";
import { type CsvCell, csvPieces, parseCsv, UnreadableCsv } from "./csv.ts";

async function written(header: string[], ...batches: CsvCell[][][]): Promise<string> {
  async function* records() {
    yield* batches;
  }
  const pieces: string[] = [];
  for await (const piece of csvPieces(header, records())) pieces.push(piece);
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
    ["a quote that never ends", 'name\n"Ash'],
    ["a record with too many cells", "name,price\nAsh,1,2"],
    ["a column twice", "name,name\na,b"],
  ])("is refused with %s", (_what, text) => {
    expect(() => parseCsv(text)).toThrow(UnreadableCsv);
  });

  it("has nothing in it when it is empty", () => {
    expect(parseCsv("")).toEqual({ columns: [], records: [] });
  });
});
