import { z } from "zod";

const refusalSchema = z.object({ message: z.string().min(1) });

/** A response that is no success: `message` is for logs, "503: Service Unavailable", and `serverMessage` for people. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly serverMessage: string | undefined;

  constructor({ status, statusText }: Pick<Response, "status" | "statusText">, body: string) {
    super(`${status}: ${body || statusText}`);
    this.serverMessage = refusalSchema.safeParse(jsonIn(body)).data?.message;
  }
}

/** The response, if it is a success. @throws HttpError */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response, await response.text());
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
