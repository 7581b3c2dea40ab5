import { describe, expect, it } from "vitest";
import { changedColumns, columnLabel, columnsIn, columnsText, everyColumn } from "./list-columns.ts";

describe("the columns of a list", () => {
  it("are those of the address in its order, each once, without what there is not", () => {
    expect(columnsIn("orders", "total,nonsense,invoice,total")).toEqual(["total", "invoice"]);
    expect(columnsIn("orders", "toString")).toEqual(columnsIn("orders", null));
  });

  it("are the usual ones where nothing is asked for", () => {
    expect(columnsIn("orders", null)).toEqual(["invoice", "customer", "date", "total", "status"]);
    expect(columnsIn("users", "")).toEqual(everyColumn("users"));
    expect(columnLabel("products", "vat")).toBe("Tax rate");
  });

  it("are shown, hidden and moved one at a time", () => {
    const columns = columnsIn("orders", "invoice,customer,total");
    expect(columnsText(changedColumns(columns, { show: "phone" }))).toBe("invoice,customer,total,phone");
    expect(columnsText(changedColumns(columns, { hide: "customer" }))).toBe("invoice,total");
    expect(columnsText(changedColumns(columns, { earlier: "total" }))).toBe("invoice,total,customer");
    expect(changedColumns(columns, { earlier: "invoice" })).toEqual(columns);
  });
});
