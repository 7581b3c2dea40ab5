import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LooseImage } from "./picture.tsx";

it("a picture that is not there gives way to a placeholder with its description", () => {
  const none = renderToStaticMarkup(<LooseImage src="" alt="Preview of the picture" />);
  expect(none).not.toContain("<img");
  expect(none).toContain("Preview of the picture");
  const some = renderToStaticMarkup(<LooseImage src="/media/a.webp" alt="" />);
  expect(some).toContain('<img src="/media/a.webp"');
});
