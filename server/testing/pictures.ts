import sharp from "sharp";

/** The bytes of a picture of one colour, or of noise, which compresses badly. A PNG unless another format is asked for. */
export async function makePicture(options: {
  width: number;
  height: number;
  format?: "png" | "jpeg" | "webp";
  noise?: boolean;
}): Promise<Uint8Array> {
  const { width, height, format = "png", noise = false } = options;
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#3f6b2a",
      ...(noise ? { noise: { type: "gaussian", mean: 128, sigma: 30 } } : {}),
    },
  })
    .toFormat(format)
    .toBuffer();
}
