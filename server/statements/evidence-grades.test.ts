import { expect, it } from "vitest";
import { gradeOf } from "./evidence.ts";

it("grades what is known by what it proves", () => {
  const known = { use: "soil", hasPlace: true, isWeighed: true } as const;
  expect(gradeOf({ use: null, hasPlace: false, isWeighed: false })).toBe("sale");
  expect(gradeOf({ ...known, use: null })).toBe("sale");
  expect(gradeOf({ use: "compost", hasPlace: false, isWeighed: true })).toBe("statement");
  expect(gradeOf({ ...known, isWeighed: false })).toBe("place");
  expect(gradeOf(known)).toBe("weighbridge");
});
