import { ImageOff } from "lucide-react";
import { type ImgHTMLAttributes, useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

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
