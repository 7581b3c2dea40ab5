/** A response that is no success: `message` is for logs, "503: Service Unavailable", and `serverMessage` for people. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly serverMessage: string | undefined;

  constructor({ status, statusText }: Pick<Response, "status" | "statusText">, body: string) {
    super(`${status}: ${body || statusText}`);
    this.serverMessage = messageOf(jsonIn(body));
  }
}

/** The response, if it is a success. @throws HttpError */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response, await response.text());
}

/** The message of a refusal's body. Without a schema: pages that download something load no library for it. */
export function messageOf(body: unknown): string | undefined {
  const hasMessage = typeof body === "object" && body !== null && "message" in body;
  return hasMessage && typeof body.message === "string" && body.message !== "" ? body.message : undefined;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
