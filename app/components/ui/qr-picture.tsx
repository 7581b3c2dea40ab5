import type { QrCode } from "#server/media/qr-code.ts";

interface QrPictureProps {
  code: QrCode;
  /** What it leads to, for who cannot see it. */
  label: string;
  className?: string;
}

/** Dark on white in either colour scheme and on paper, because QR readers need it. */
export function QrPicture({ code: { size, path }, label, className }: QrPictureProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
