import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { MediaFile } from "#db/entities/index.ts";
import { testContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { mediaAddress, mediaPictureAt, mediaWidths, wrongPictureType } from "./media-address.ts";
import { findMediaFile, resolvePicture, storePicture } from "./uploads.server.ts";

const text = (content: string) => new TextEncoder().encode(content);

/** A PNG whose header says that it is a square of this many pixels a side. */
function claimingSize(png: Uint8Array, side: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

describe("an uploaded picture", () => {
  it.each(["png", "jpeg", "webp"] as const)(
    "is kept as WebP in its sizes when it is a %s",
    async (format) => {
      const context = await testContext();
      const address = await storePicture(context.em, await makePicture({ width: 700, height: 350, format }));
      const storedPicture = mediaPictureAt(address);
      expect(storedPicture).toMatchObject({ width: 700, height: 350, size: 700 });
      if (!storedPicture) throw new Error("no address");
      for (const size of [320, 640, 700]) {
        const bytes = await findMediaFile(context, mediaAddress(storedPicture, size));
        const { format: made, width, height } = await sharp(bytes).metadata();
        expect({ made, width, height }).toEqual({ made: "webp", width: size, height: size / 2 });
      }
      expect(await findMediaFile(context, mediaAddress(storedPicture, 960))).toBeUndefined();
    },
  );

  it("is one picture when it comes twice, also at the same moment", async () => {
    const context = await testContext();
    const picture = await makePicture({ width: 100, height: 60 });
    const addresses = await Promise.all([1, 2, 3].map(() => storePicture(context.em, picture)));
    addresses.push(await storePicture(context.em, picture));
    expect(new Set(addresses).size).toBe(1);
    const hash = mediaPictureAt(addresses[0] ?? "")?.hash ?? "";
    expect(await context.em.count(MediaFile, { hash })).toBe(1);
  });

  it("carries nothing of the file but its pixels, upright", async () => {
    const context = await testContext();
    const photograph = await sharp(await makePicture({ width: 400, height: 200 }))
      .withExif({ IFD0: { Copyright: "secret place" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([photograph, text("<script>alert(1)</script><?php evil() ?>")]);
    const address = await storePicture(context.em, polyglot);
    expect(mediaPictureAt(address)).toMatchObject({ width: 200, height: 400 });
    const storedPicture = Buffer.from((await findMediaFile(context, address)) ?? "");
    expect(storedPicture.includes("secret place")).toBe(false);
    expect(storedPicture.includes("<script>")).toBe(false);
    expect((await sharp(storedPicture).metadata()).exif).toBeUndefined();
  });

  it("is made no larger than any page shows it", async () => {
    const context = await testContext();
    const address = await storePicture(context.em, await makePicture({ width: 2400, height: 1200 }));
    expect(mediaPictureAt(address)).toMatchObject({ width: 1600, height: 800 });
  });
});

describe("what is no picture", () => {
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  it.each([
    ["SVG", svg],
    ["SVG after a comment", Buffer.concat([text("<?xml version='1.0'?><!-- x -->"), svg])],
    ["a GIF", text("GIF89a\u0001\u0000\u0001\u0000")],
    ["a page that says it is a picture", text("<html>PNG</html>")],
    ["a PDF", text("%PDF-1.7")],
    ["nothing", new Uint8Array()],
    ["SVG behind a PNG's first bytes", Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), svg])],
    ["SVG behind a JPEG's first bytes", Buffer.concat([Buffer.from("ffd8ffe0", "hex"), svg])],
  ])("is refused: %s", async (_what, bytes) => {
    const context = await testContext();
    await expect(storePicture(context.em, bytes)).toBeRefused("unsupported_media_type", {
      fields: { imageUrl: [expect.any(String)] },
    });
  });

  it.each([
    ["GIF", text("GIF89a"), ""],
    ["HEIC", text("\0\0\0\u0018ftypheic"), ""],
    ["HEIC", Uint8Array.of(1, 2, 3), "image/heic"],
    ["AVIF", text("\0\0\0\u0018ftypavif"), "image/jpeg"],
    ["TIFF", text("II*\0"), ""],
    ["SVG", svg, "image/svg+xml"],
  ])("is called by its name: %s", (name, bytes, declared) => {
    const sentence = `This file is ${name}. Only PNG, JPG and WebP pictures can be used.`;
    expect(wrongPictureType(bytes, declared)).toBe(sentence);
  });

  it("has no name where it has only that of a picture of ours", () => {
    expect(wrongPictureType(Uint8Array.of(1, 2, 3), "image/jpg")).toBe(
      "Only PNG, JPG and WebP pictures can be used.",
    );
  });

  it("is refused when it breaks off", async () => {
    const context = await testContext();
    const picture = await makePicture({ width: 600, height: 600, noise: true });
    await expect(storePicture(context.em, picture.subarray(0, 2000))).toBeRefused("unsupported_media_type");
  });
});

describe("too much of a picture", () => {
  it("is refused above 5 MB, before anything reads it", async () => {
    const context = await testContext();
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1);
    await expect(storePicture(context.em, bytes)).toBeRefused("payload_too_large");
  });

  it("is refused when a small file unpacks to gigabytes", async () => {
    const context = await testContext();
    const bomb = claimingSize(await makePicture({ width: 1, height: 1 }), 60_000);
    expect(bomb.byteLength).toBeLessThan(5 * 1024 * 1024);
    await expect(storePicture(context.em, bomb)).toBeRefused("payload_too_large");
  });
});

describe("a picture's address", () => {
  it("stays as it is unless it is a data URL", async () => {
    const context = await testContext();
    expect(await resolvePicture(context.em, "https://pictures.example/a.jpg")).toBe(
      "https://pictures.example/a.jpg",
    );
    const bytes = await makePicture({ width: 40, height: 30 });
    const dataUrl = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    expect(mediaPictureAt(await resolvePicture(context.em, dataUrl))).toMatchObject({
      width: 40,
      height: 30,
    });
  });

  it.each(["data:image/png,plain", "data:image/png;base64,%%%", "data:image/png;base64,", "data:"])(
    "is refused when %s is not base64",
    async (imageUrl) => {
      const context = await testContext();
      await expect(resolvePicture(context.em, imageUrl)).toBeRefused("unsupported_media_type");
    },
  );

  it.each(["/media/x.webp", `/media/${"a".repeat(64)}-0x10.webp`, "/pictures/a.jpg", "", "/media/../secret"])(
    "is not %j",
    async (address) => {
      expect(mediaPictureAt(address)).toBeUndefined();
      expect(await findMediaFile(await testContext(), address)).toBeUndefined();
    },
  );

  it("offers the sizes that are smaller than the picture, and the picture", () => {
    expect(mediaWidths(100)).toEqual([100]);
    expect(mediaWidths(960)).toEqual([320, 640, 960]);
    expect(mediaWidths(1600)).toEqual([320, 640, 960, 1280, 1600]);
  });
});
