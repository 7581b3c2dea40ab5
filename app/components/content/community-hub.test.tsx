import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { achievements } from "#server/community/community.ts";
import { Leaderboard } from "./community-hub.tsx";

const ids = achievements.map(({ id }) => id);

/** The rows of a board of five, each with one achievement fewer than the one above. */
function rows(): string[] {
  const entries = [7, 4, 3, 1, 1].map((earned, index) => ({
    rank: index + 1,
    customerName: `C${index}, UK`,
    totalCO2Sequestered: 1234.5 - index,
    achievements: ids.slice(0, earned),
  }));
  const html = renderToStaticMarkup(<Leaderboard entries={entries} />);
  return html.split('<li class="grid').slice(1);
}

it("gives the first three an icon of their own and a highlight, and nobody else", () => {
  const icons = ["lucide-crown", "lucide-trophy", "lucide-medal"];
  const found = rows().map((row) => icons.filter((icon) => row.includes(icon)));
  expect(found).toEqual([["lucide-crown"], ["lucide-trophy"], ["lucide-medal"], [], []]);
  expect(rows().map((row) => row.includes("border-moss"))).toEqual([true, true, true, false, false]);
});

it("shows at most three badges in a row, then '+N more'", () => {
  const badges = rows().map((row) => achievements.filter(({ name }) => row.includes(name)).length);
  expect(badges).toEqual([3, 3, 3, 1, 1]);
  expect(rows().map((row) => /\+\d+ more/.exec(row)?.[0])).toEqual([
    "+4 more",
    "+1 more",
    undefined,
    undefined,
    undefined,
  ]);
});

it("says rank, customer and kilograms in words", () => {
  expect(
    rows()[0]
      ?.replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " "),
  ).toContain("Rank 1 C0, UK");
  expect(rows()[0]).toContain("1,234.5 kg");
});
