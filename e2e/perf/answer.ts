import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** The headers of a browser: without them the cost of compression would stay hidden. */
const browserHeaders = {
  accept: "text/html,application/json",
  "accept-encoding": "gzip, deflate, br, zstd",
  "user-agent":
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
};

/** A browser's headers with its cookies. */
export function headersWith(cookie: string | undefined): Record<string, string> {
  return cookie === undefined ? browserHeaders : { ...browserHeaders, cookie };
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent over the wire: compressed bytes stay compressed. */
  body: Buffer;
}

interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent with POST. */
  json?: unknown;
  agent?: Agent;
}

export function ask(url: string, { headers = {}, json, agent }: RequestOptions = {}): Promise<HttpResponse> {
  const sent = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: sent ? "POST" : "GET",
      agent,
      headers: sent
        ? { ...headers, "content-type": "application/json", "content-length": sent.length }
        : headers,
    });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.end(sent);
  });
}

/**
 * The response for a browser, with a cookie or without. @throws Error unless it is a 200
 */
export async function askAsBrowser(url: string, cookie?: string): Promise<HttpResponse> {
  const response = await ask(url, { headers: headersWith(cookie) });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  return response;
}

export function decoded({ headers, body }: HttpResponse): Buffer {
  switch (headers["content-encoding"]) {
    case "gzip":
      return gunzipSync(body);
    case "br":
      return brotliDecompressSync(body);
    case "zstd":
      return zstdDecompressSync(body);
    default:
      return body;
  }
}
