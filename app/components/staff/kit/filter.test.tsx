import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Filter, NarrowedTo } from "./staff-list.tsx";

const categoryOf = (address: string) => {
  const html = renderToStaticMarkup(
    <NarrowedTo.Provider value={new URLSearchParams(address)}>
      <Filter
        label="Category"
        name="category"
        all="All"
        of={["Compost", "Soils"]}
        optionLabels={(known) => known}
      />
    </NarrowedTo.Provider>,
  );
  return {
    selected: /<option value="([^"]*)" selected=""/.exec(html)?.[1],
    options: [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, words]) => words),
  };
};

it("says what the rows are narrowed to", () => {
  expect(categoryOf("")).toEqual({ selected: "", options: ["All", "Compost", "Soils"] });
  expect(categoryOf("category=Soils").selected).toBe("Soils");
});

it("keeps a value that was renamed or went, so that the next search does not widen unseen", () => {
  expect(categoryOf("category=Gone")).toEqual({
    selected: "Gone",
    options: ["Gone", "All", "Compost", "Soils"],
  });
});
