import { User } from "#db/entities/index.ts";
import { researchReportFile } from "#server/content/papers.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { researchAccessOf, researchRefusals } from "./user-view.ts";
import { requireUser } from "./user-views.server.ts";

/** The job after a verification. Harmless when it runs twice, or after the account was erased or suspended. */
export async function grantResearchAccess(context: Context, { userId }: { userId: number }): Promise<void> {
  await context.em.nativeUpdate(
    User,
    { id: userId, isVerified: true, isActive: true, hasResearchAccess: false, erasedAt: null },
    { hasResearchAccess: true },
  );
}

/** The file name of the download. */
const RESEARCH_REPORT_FILE_NAME = "biochar-research-report.pdf";

export interface DownloadFile {
  fileName: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The research report, for signed-in people with a verified address and research access (docs/rules.md#accounts-10).
 * @throws ShopError `unauthenticated`, `forbidden` (says what is missing).
 */
export async function readResearchReport(context: Context): Promise<DownloadFile> {
  const user = await context.em.findOneOrFail(User, requireUser(context).id);
  const access = researchAccessOf(user);
  if (access !== "granted") throw new ShopError("forbidden", researchRefusals[access]);
  return {
    fileName: RESEARCH_REPORT_FILE_NAME,
    contentType: "application/pdf",
    bytes: await researchReportFile(context.settings.storeName),
  };
}
