import { z } from "zod";

/** Every background job with what it carries: ids only, the job reads the rest when it runs. */
export const jobPayloads = {
  "send-email": z.object({ emailId: z.number().int() }),
  /** Each minute; see `runJobs`. */
  "sweep-checkouts": z.object({}),
};

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;
