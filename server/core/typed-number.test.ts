import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseForm } from "./parse-form.ts";
import { readMoney, readNumber } from "./typed-number.ts";

describe("a number as somebody in Britain types it", () => {
  it.each([
    ["1500", "1500"],
    ["1,500", "1500"],
    ["12,000.5", "12000.5"],
    ["1,234,567", "1234567"],
    ["1.500", "1.500"],
    [" 12.5 ", "12.5"],
    ["12 500", "12500"],
    ["12\u00A0500.25", "12500.25"],
    [".5", "0.5"],
    ["5.", "5"],
    ["-7.5", "-7.5"],
    ["\u22127.5", "-7.5"],
    ["+5", "5"],
    ["- 5", "-5"],
    ["007", "007"],
    ["1\u2009500", "1500"],
    ["12\u202F500", "12500"],
    ["\u202D12.5\u202C", "12.5"],
    ["\u200B1,500", "1500"],
  ])("%j is %s", (typed, plain) => {
    expect(readNumber(typed)).toEqual({ plain });
  });

  it.each([
    ["1,5", "Write 1.5 with a point: a comma stands between thousands, as in 1,500"],
    ["1.500,5", "Write 1500.5 with a point: a comma stands between thousands, as in 1,500"],
    ["1.234.500,75", "Write 1234500.75 with a point: a comma stands between thousands, as in 1,500"],
    ["1 500,5", "Write 1500.5 with a point: a comma stands between thousands, as in 1,500"],
    ["0,500", "Write 0.500 with a point: a comma stands between thousands, as in 1,500"],
    ["1500,500", "Write 1500.500 with a point: a comma stands between thousands, as in 1,500"],
    ["-1,25", "Write -1.25 with a point: a comma stands between thousands, as in 1,500"],
    ["1e3", "Write the number in full, not as 1e3"],
    ["1.55012E+13", "Write the number in full, not as 1.55012E+13"],
    ["£1,500", "Write the number alone, without “£”"],
    ["£ 5", "Write the number alone, without “£”"],
    ["5 €", "Write the number alone, without “€”"],
    ["12.5 kg", "Write the number alone, without “kg”"],
    ["12.5kg", "Write the number alone, without “kg”"],
    ["1,500 litres", "Write the number alone, without “litres”"],
    ["20%", "Write the number alone, without “%”"],
    ["20 °C", "Write the number alone, without “°C”"],
    ["50p", "Write the number alone, without “p”"],
    ["300 kg/m3", "Write the number alone, without “kg/m3”"],
    ["300 kg/m³", "Write the number alone, without “kg/m³”"],
  ])("%j is refused, with a sentence", (typed, mistake) => {
    expect(readNumber(typed)).toEqual({ mistake });
  });

  it.each([
    "",
    " ",
    "abc",
    "cheap",
    "--1",
    "1-2",
    "0x10",
    "Infinity",
    "1..5",
    "1,50,0",
    "1,500,5",
    "1.500.000",
    "1'500",
    "12:30",
    "١٢",
    "½",
    "(5)",
    "5-",
    "1,00,000",
    "1_000",
  ])("%j is none", (typed) => {
    expect(readNumber(typed)).not.toHaveProperty("plain");
  });

  it.each([
    "£1,500.50",
    "\u200e£1,500.50",
    "£ 1,500.50",
    "1500.50",
    "€1,500.50",
    "US$1500.50",
    "$1,500.50",
    "GBP 1,500.50",
  ])("%j is an amount of money, with the sign of its currency", (typed) => {
    expect(readMoney(typed)).toEqual({ plain: "1500.50" });
  });

  it.each([
    ["-£5", { plain: "-5" }],
    ["£-5", { plain: "-5" }],
    ["5 kg", { mistake: "Write the number alone, without “kg”" }],
    ["12,50", { mistake: "Write 12.50 with a point: a comma stands between thousands, as in 1,500" }],
    ["12.50 £", { mistake: "Write the number alone, without “£”" }],
  ])("%j as money", (typed, read) => {
    expect(readMoney(typed)).toEqual(read);
  });
});

describe("the numbers of a form", () => {
  const schema = z.object({
    made: z.number("Type kilograms, such as 850").positive("Type kilograms, such as 850"),
    count: z.coerce.number("A whole number").int("A whole number").optional(),
    land: z.number("Type hectares").nullable().default(null),
  });
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.set(name, text);
    const submission = parseForm(form, { schema });
    return submission.status === "success" ? submission.value : submission.error;
  };

  it("are read by that parser, whatever their schema", () => {
    expect(read({ made: "1,500", count: "2,000", land: "12.5" })).toEqual({
      made: 1500,
      count: 2000,
      land: 12.5,
    });
    expect(read({ made: "0.5", count: "", land: "" })).toEqual({ made: 0.5, land: null });
  });

  it("are refused with what is wrong with them, else with the field's own words", () => {
    expect(read({ made: "1,5", count: "0x10", land: "about 3" })).toEqual({
      made: ["Write 1.5 with a point: a comma stands between thousands, as in 1,500"],
      count: ["A whole number"],
      land: ["Type hectares"],
    });
    expect(read({})).toEqual({ made: ["Type kilograms, such as 850"] });
  });
});
