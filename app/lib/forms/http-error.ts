/** A response that is no success: `message` is for logs, "503: Service Unavailable", and `serverMessage` for people. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly serverMessage: string | undefined;

  constructor({ status, statusText }: Pick<Response, "status" | "statusText">, body: string) {
    super(`${status}: ${body || statusText}`);
    this.serverMessage = messageIn(body);
  }
}

/** The response, if it is a success. @throws HttpError */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response, await response.text());
}

/** Without a schema: pages that download something load no library for it. */
function messageIn(body: string): string | undefined {
  try {
    const message: unknown = Object(JSON.parse(body)).message;
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}
