import type { RequestListener } from "node:http";
import sirv from "sirv";

/** Their names contain a hash of their content, so they never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Pictures and icons keep their names when they change. */
const SHORT_LIVED = "public, max-age=3600";

/**
 * Serves the files of the build's client folder before the request reaches the application, with the `.br` and `.gz`
 * files of the build (scripts/compress-assets.ts). Reads the folder once, at the start: a request takes no file
 * system call and no compression.
 */
export function withStaticFiles(next: RequestListener, folder: string): RequestListener {
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) =>
      response.setHeader("Cache-Control", pathname.startsWith("/assets/") ? IMMUTABLE : SHORT_LIVED),
  });
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next(request, response);
    files(request, response, () => next(request, response));
  };
}
