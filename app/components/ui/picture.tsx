import { ImageOff } from "lucide-react";
import { type ImgHTMLAttributes, useEffect, useRef, useState } from "react";
import { mediaAddress, mediaPictureAt, mediaWidths, pictureWidths } from "#server/media/media-address.ts";
import { classNames } from "./class-names.ts";
import { pictures } from "./pictures.ts";

interface PictureProps {
  /**
   * "/pictures/premium-biochar.jpg" or an upload's "/media/…", which both have several sizes. Any other address is
   * used as it is; without one there is a placeholder.
   */
  src: string;
  /** Empty for decoration. Our pictures are computer-made illustrations: never call them photographs. */
  alt: string;
  /** The displayed width, as for the `sizes` attribute. */
  sizes?: string;
  /** Set on the one picture that matters most. All others load when they come near the screen. */
  priority?: boolean;
  /** How the image fills its box. With a size and `object-cover` it is cropped, never stretched. */
  className?: string;
}

/** One size for the few browsers that support neither AVIF nor WebP (scripts/build-pictures.ts). */
const FALLBACK_WIDTH = 960;
const ownAddress = /^\/pictures\/([a-z0-9-]+)\.jpg$/;

/** A picture in the best format and size for the browser. Its space is reserved from the start. */
export function Picture({ src, alt, sizes = "100vw", priority = false, className }: PictureProps) {
  const name = ownAddress.exec(src)?.[1];
  const facts = name ? pictures[name] : undefined;
  const loading = loadingAttributes(priority);
  if (!name || !facts) {
    return (
      <LooseImage src={src} alt={alt} className={className} {...uploadAttributes(src, sizes)} {...loading} />
    );
  }
  return (
    <picture className="contents [&>source]:hidden">
      <source type="image/avif" srcSet={srcSet(name, facts.width, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(name, facts.width, "webp")} sizes={sizes} />
      <img
        src={`/pictures/${name}-${Math.min(FALLBACK_WIDTH, facts.width)}.jpg`}
        width={facts.width}
        height={facts.height}
        alt={alt}
        style={{ backgroundColor: facts.colour }}
        className={classNames("max-w-full", className)}
        {...loading}
      />
    </picture>
  );
}

function srcSet(name: string, ofSource: number, format: string): string {
  const sizes = pictureWidths(ofSource);
  return sizes.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(", ");
}

/** An upload's address contains its size, so that its space is reserved, too. */
function uploadAttributes(src: string, sizes: string) {
  const upload = mediaPictureAt(src);
  if (!upload) return {};
  const { width, height } = upload;
  const srcSet = mediaWidths(width).map((size) => `${mediaAddress(upload, size)} ${size}w`);
  return { width, height, sizes, srcSet: srcSet.join(", ") };
}

/** React 18 passes `fetchpriority` on only in the lower case of HTML. */
function loadingAttributes(priority: boolean) {
  return priority
    ? ({ loading: "eager", decoding: "sync", ...{ fetchpriority: "high" } } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
}

interface LooseImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  alt: string;
}

/**
 * An image that may be missing, such as an upload or one from another site. A placeholder replaces it when it does not
 * load.
 */
export function LooseImage({ src, alt, className, ...rest }: LooseImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();

  useEffect(() => {
    // It may have failed before hydration, when nobody listened.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);

  if (src === "" || brokenSrc === src) {
    return (
      <span className={classNames("flex items-center justify-center bg-sunken text-ink-soft", className)}>
        <ImageOff aria-hidden className="size-8" />
        <span className="sr-only">{alt}</span>
      </span>
    );
  }
  return (
    <img
      {...rest}
      ref={image}
      src={src}
      alt={alt}
      onError={() => setBrokenSrc(src)}
      className={classNames("max-w-full", className)}
    />
  );
}
