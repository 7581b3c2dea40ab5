/** A response that is not a success: `message` is for logs, `serverMessage` for people. */
export class HttpError extends Error {
  override name = "HttpError";
  /** What the server said, where it said something. */
  readonly serverMessage: string | undefined;

  /** @param body the answer's text */
  constructor({ status, statusText }: Pick<Response, "status" | "statusText">, body: string) {
    super(`${status}: ${body || statusText}`);
    this.serverMessage = messageIn(body);
  }
}

/** The answer, if it is a success. @throws HttpError */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response, await response.text());
}

function messageIn(body: string): string | undefined {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== "object" || json === null || !("message" in json)) return undefined;
    return typeof json.message === "string" && json.message !== "" ? json.message : undefined;
  } catch {
    return undefined;
  }
}
