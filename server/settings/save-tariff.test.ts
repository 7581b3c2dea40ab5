import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { EXAMPLE_TARIFF, type TypedTariff, tariffText, typedTariff } from "#server/pricing/tariff-text.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { savedBySpreadsheet, spreadsheetSaves } from "#server/testing/saved-by-spreadsheet.ts";
import { readSettings } from "./read-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { exportTariff, saveTariff } from "./save-tariff.server.ts";

let owner: Context;

beforeEach(async () => {
  const context = await testContext();
  owner = asUser(context, await makeUser(context, { role: "administrator" }));
});

const settings = () => readSettings(owner.em.fork());

async function formOf(fields: Record<string, string | File>): Promise<FormData> {
  const form = new FormData();
  const seenVersion = String((await settings()).tabSaves.Shipping?.version ?? 0);
  for (const [name, value] of Object.entries({ seenVersion, ...fields })) form.set(name, value);
  return form;
}

const post = async (fields: Record<string, string | File>) =>
  saveTariff.handleForm(owner, await formOf(fields));
const file = (text: string) => new File([text], "rates.csv", { type: "text/csv" });

describe("the table of rates", () => {
  it("is kept from its form, without empty rows and columns, and is charged by when that is asked", async () => {
    await post({
      "columns[0]": "Parcel",
      "columns[2]": "up to 2 kg",
      "rows[0].zone": "Home",
      "rows[0].places": "United Kingdom",
      "rows[0].prices[0]": "£6.5",
      "rows[0].prices[2]": "3",
      "rows[2].zone": "Islands",
      "rows[2].places": "ZE, KW15-17",
      charge: "on",
    });
    const { deliveryTariff, shippingCalculationType, savedTabs } = await settings();
    expect(deliveryTariff).toBe(
      "zone;places;Parcel;up to 2 kg\nHome;United Kingdom;6.50;3.00\nIslands;ZE, KW15-17;;",
    );
    expect(shippingCalculationType).toBe("weight");
    expect(savedTabs).toContain("Shipping");
  });

  it("comes back with each mistake beside its cell and nothing lost", async () => {
    const before = (await settings()).deliveryTariff;
    const wrong = {
      "columns[0]": "parcel",
      "columns[1]": "crate",
      "rows[0].zone": "",
      "rows[0].places": "XX9",
      "rows[0].prices[0]": "six",
      "rows[1].zone": "Twice",
      "rows[1].places": "IV, IV",
    };
    const reply = await post(wrong);
    expect(reply).toMatchObject({
      status: 400,
      result: {
        initialValue: { rows: [{ places: "XX9", prices: ["six"] }, { zone: "Twice" }] },
        error: {
          "columns[1]": ["“crate” is no load and no weight such as “up to 25 kg”"],
          "rows[0].zone": ["Name the zone in at most 60 characters"],
          "rows[0].places": ["No area of postcodes and no country: XX9"],
          "rows[0].prices[0]": ["“six” is no price such as 12.50"],
          "rows[1].places": ["A place stands in Twice already"],
        },
      },
    });
    expect((await settings()).deliveryTariff).toBe(before);
  });

  it("reads a file into the form and saves nothing", async () => {
    const before = (await settings()).deliveryTariff;
    const csv = file('zone,places,parcel\r\nHome,"United Kingdom, Isle of Man",7\r\nIslands,QQ,x\r\n');
    const reply = await post({ readFile: "on", file: csv });
    expect(reply).toMatchObject({
      result: {
        initialValue: { rows: [{ places: "United Kingdom, Isle of Man", prices: ["7"] }, { places: "QQ" }] },
        error: {
          file: ["Nothing is saved yet: look at the table, and save the rates."],
          "rows[1].places": ["No area of postcodes and no country: QQ"],
          "rows[1].prices[0]": ["“x” is no price such as 12.50"],
        },
      },
    });
    expect((await settings()).deliveryTariff).toBe(before);
  });

  it.each([
    ["", "Choose a file first."],
    ["name,price\nHome,7", "The file needs the columns zone and places, and one for each load or weight."],
    ['zone,places\n"Home', "The file is not readable CSV"],
  ])("says what is wrong with the file %j", async (text, message) => {
    const reply = await post({ readFile: "on", file: file(text) });
    expect(JSON.stringify(reply)).toContain(message);
  });

  it("comes out as the file that goes in", async () => {
    const { seenVersion } = Object.fromEntries(await formOf({}));
    await saveSettings(owner, {
      tab: "Shipping",
      seenVersion: Number(seenVersion),
      values: { deliveryTariff: EXAMPLE_TARIFF },
    });
    let csv = "";
    for await (const piece of await exportTariff(owner, { example: false })) csv += piece;
    await post({ readFile: "on", file: file(csv) });
    const reply = await post({ readFile: "on", file: file(csv) });
    expect(reply).toMatchObject({
      result: { error: { file: [expect.stringContaining("Nothing is saved yet")] } },
    });
    expect(tariffText(typedTariff(EXAMPLE_TARIFF))).toBe(EXAMPLE_TARIFF);
  });

  it.each(spreadsheetSaves)("comes back as it was when a spreadsheet saves it as %s", async (save) => {
    let csv = "";
    for await (const piece of await exportTariff(owner, { example: true })) csv += piece;
    const saved = savedBySpreadsheet(csv, save);
    const reply = await post({ readFile: "on", file: new File([new Uint8Array(saved)], "rates.csv") });
    const { error, initialValue } = "result" in reply ? reply.result : {};
    expect(error).toEqual({ file: [expect.stringContaining("Nothing is saved yet")] });
    expect(tariffText(initialValue as unknown as TypedTariff)).toBe(EXAMPLE_TARIFF);
  });

  it("cannot be charged by while it is empty", async () => {
    const { seenVersion } = Object.fromEntries(await formOf({}));
    const values = { shippingCalculationType: "weight", deliveryTariff: "" } as const;
    await expect(
      saveSettings(owner, { tab: "Shipping", seenVersion: Number(seenVersion), values }),
    ).rejects.toMatchObject({
      fields: { shippingCalculationType: [expect.stringContaining("table of rates")] },
    });
  });
});
