import { expect, it } from "vitest";
import { mediaAddress, thumbnailOf } from "./media-address.ts";

it("a thumbnail is the smallest size there is of a picture", () => {
  const upload = { hash: "a".repeat(64), width: 1200, height: 800 };
  expect(thumbnailOf("/pictures/premium-biochar.jpg")).toBe("/pictures/premium-biochar-160.webp");
  expect(thumbnailOf(mediaAddress(upload))).toBe(mediaAddress(upload, 320));
  expect(thumbnailOf("https://example.com/pictures/bag.jpg")).toBe("https://example.com/pictures/bag.jpg");
  expect(thumbnailOf("")).toBe("");
});
