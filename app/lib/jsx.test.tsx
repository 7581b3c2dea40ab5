import { renderToStaticMarkup, renderToString } from "react-dom/server.browser";
import { describe, expect, it } from "vitest";

describe("the text of an element", () => {
  const [name, count, none] = ["Soil", 3, false];

  it("is one piece where there is nothing else in it", () => {
    const element = (
      <p>
        {count} bags of {name}
        {none}
        {null}, {none && "sold out"} 0 {0}
      </p>
    );
    expect(renderToString(element)).toBe("<p>3 bags of Soil,  0 0</p>");
  });

  it("stays in its pieces beside an element", () => {
    const element = (
      <p>
        {count} bags <b>of</b> {name}
      </p>
    );
    expect(renderToString(element)).toBe("<p>3<!-- --> bags <b>of</b> <!-- -->Soil</p>");
  });

  it("is the same to a component", () => {
    const Shown = ({ children }: { children: unknown }) => <i>{JSON.stringify(children)}</i>;
    expect(
      renderToStaticMarkup(
        <Shown>
          {count} {name}
        </Shown>,
      ),
    ).toBe("<i>&quot;3 Soil&quot;</i>");
  });
});
