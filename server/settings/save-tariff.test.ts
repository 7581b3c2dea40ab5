import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { EXAMPLE_TARIFF, tariffText, typedTariff } from "#server/pricing/tariff-text.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { savedBySpreadsheet, spreadsheetSaves } from "#server/testing/saved-by-spreadsheet.ts";
import { readSettings } from "./read-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { exportTariff } from "./save-tariff.server.ts";
import type { ReadTariff } from "./settings-form.ts";

let owner: Context;

beforeEach(async () => {
  const context = await testContext();
  owner = asUser(context, await makeUser(context, { role: "administrator" }));
});

const settings = () => readSettings(owner.em.fork());

const seenVersion = async () => (await settings()).tabSaves.Shipping?.version ?? 0;

const post = async (fields: Record<string, string>) =>
  postForm(owner, "settings.saveTariff", { seenVersion: String(await seenVersion()), ...fields });

function read(file: File) {
  const form = new FormData();
  form.set("file", file);
  return postForm(owner, "settings.readTariff", form);
}

const fileOf = (text: string) => new File([text], "rates.csv", { type: "text/csv" });

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

  it("says each mistake beside its cell and saves nothing", async () => {
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
    await expect(post(wrong)).toBeRefused("validation_failed", {
      fields: {
        "columns[1]": ["“crate” is no load and no weight such as “up to 25 kg”"],
        "rows[0].zone": ["Name the zone in at most 60 characters"],
        "rows[0].places": ["No area of postcodes and no country: XX9"],
        "rows[0].prices[0]": ["“six” is no price such as 12.50"],
        "rows[1].places": ["A place stands in Twice already"],
      },
    });
    expect((await settings()).deliveryTariff).toBe(before);
  });

  it("reads a file for the form, with what is wrong with it, and saves nothing", async () => {
    const before = (await settings()).deliveryTariff;
    const csv = fileOf('zone,places,parcel\r\nHome,"United Kingdom, Isle of Man",7\r\nIslands,QQ,x\r\n');
    expect(await read(csv)).toEqual({
      columns: ["parcel"],
      rows: [
        { zone: "Home", places: "United Kingdom, Isle of Man", prices: ["7"] },
        { zone: "Islands", places: "QQ", prices: ["x"] },
      ],
      problems: {
        "rows[1].places": ["No area of postcodes and no country: QQ"],
        "rows[1].prices[0]": ["“x” is no price such as 12.50"],
      },
    });
    expect((await settings()).deliveryTariff).toBe(before);
  });

  it.each([
    ["", "Choose a file first."],
    ["name,price\nHome,7", "The file needs the columns zone and places, and one for each load or weight."],
    ['zone,places\n"Home', "The file is not readable CSV"],
  ])("says what is wrong with the file %j", async (text, message) => {
    await expect(read(fileOf(text))).toBeRefused("validation_failed", {
      fields: { file: [expect.stringContaining(message)] },
    });
  });

  it("comes out as the file that goes in", async () => {
    await saveSettings(owner, {
      tab: "Shipping",
      seenVersion: await seenVersion(),
      values: { deliveryTariff: EXAMPLE_TARIFF },
    });
    let csv = "";
    for await (const piece of await exportTariff(owner, { example: false })) csv += piece;
    expect(await read(fileOf(csv))).toEqual({ ...typedTariff(EXAMPLE_TARIFF), problems: {} });
    expect(tariffText(typedTariff(EXAMPLE_TARIFF))).toBe(EXAMPLE_TARIFF);
  });

  it.each(spreadsheetSaves)("comes back as it was when a spreadsheet saves it as %s", async (save) => {
    let csv = "";
    for await (const piece of await exportTariff(owner, { example: true })) csv += piece;
    const saved = savedBySpreadsheet(csv, save);
    const { problems, ...tariff } = (await read(
      new File([new Uint8Array(saved)], "rates.csv"),
    )) as ReadTariff;
    expect(problems).toEqual({});
    expect(tariffText(tariff)).toBe(EXAMPLE_TARIFF);
  });

  it("cannot be charged by while it is empty", async () => {
    const values = { shippingCalculationType: "weight", deliveryTariff: "" } as const;
    await expect(
      saveSettings(owner, { tab: "Shipping", seenVersion: await seenVersion(), values }),
    ).rejects.toMatchObject({
      fields: { shippingCalculationType: [expect.stringContaining("table of rates")] },
    });
  });
});
